import { createReadStream, existsSync, statSync } from 'node:fs';
import { InvalidArgument } from '#platform/errors/api-error';
import { Progress } from '../progress';

const PIECE = 64 * 1024;

/** The bytes of a file, with a progress bar on the terminal; - is standard input. */
export function openFile(path: string, records = () => 0): AsyncIterable<Uint8Array> {
  if (path === '-') return watched(process.stdin, new Progress(undefined, records), 'Standard input');
  if (!existsSync(path)) throw new InvalidArgument(`There is no file ${path}.`, 'FILE_UNREADABLE');
  const stats = statSync(path);
  if (stats.isDirectory()) throw new InvalidArgument(`${path} is a folder.`, 'FILE_UNREADABLE');
  const size = stats.isFile() ? stats.size : undefined;
  return watched(createReadStream(path, { highWaterMark: PIECE }), new Progress(size, records), path);
}

async function* watched(bytes: AsyncIterable<Uint8Array>, progress: Progress, name: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of bytes) {
      progress.advance(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new InvalidArgument(`${name} cannot be read: ${(error as Error).message}.`, 'FILE_UNREADABLE');
  }
  progress.end();
}

/** The text of a file, piece by piece. */
export async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new InvalidArgument('The file is not UTF-8 text.', 'FILE_UNREADABLE') : error;
  }
}

/** The whole text of a file within a size limit. */
export async function readText(path: string, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of openFile(path)) {
    size += chunk.length;
    if (size > maxBytes) throw new InvalidArgument(`The file is larger than ${maxBytes} bytes.`, 'FILE_TOO_LARGE');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new InvalidArgument('The file is not UTF-8 text.', 'FILE_UNREADABLE');
  }
}
