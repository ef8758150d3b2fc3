import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { etagOf } from './etag';

/** Worth its time, because it is spent once. */
const BROTLI_QUALITY = 6;
const COMPRESS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

/** A body that is the same for every caller: hashed and compressed once, and sent from one buffer, however many read it. */
export class SharedBody {
  readonly bytes: Buffer;
  readonly etag: string;
  private readonly compressed = new Map<string, Promise<Buffer>>();

  constructor(content: Buffer | string) {
    this.bytes = Buffer.from(content as string);
    this.etag = etagOf(this.bytes);
  }

  encoded(encoding: keyof typeof COMPRESS): Promise<Buffer> {
    let made = this.compressed.get(encoding);
    if (!made) this.compressed.set(encoding, (made = COMPRESS[encoding](this.bytes)));
    return made;
  }
}

const files = new Map<string, Promise<SharedBody>>();

/** A file that does not change while the process runs, read once. */
export function sharedFile(path: string): Promise<SharedBody> {
  let file = files.get(path);
  if (!file) {
    file = readFile(path).then((bytes) => new SharedBody(bytes));
    files.set(path, file);
    file.catch(() => files.delete(path));
  }
  return file;
}
