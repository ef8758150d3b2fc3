import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InvalidArgument } from '#platform/errors/api-error';
import type { StreamedBody } from '#platform/http/streamed-body';

/** Writes a stream under a temporary name and renames it when it is complete, so that the file is never partial. Returns its size. */
export async function writeFile(path: string, { bytes, content }: StreamedBody, onBytes: (count: number) => void): Promise<number> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback) {
      size += chunk.length;
      onBytes(chunk.length);
      callback(null, chunk);
    },
  });
  try {
    await pipeline(bytes, counted, createWriteStream(temporary, { flags: 'wx' }));
    const failure = content.failure();
    if (failure) throw failure;
    await rename(temporary, path);
    return size;
  } catch (error) {
    bytes.destroy();
    await rm(temporary, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined || (error as NodeJS.ErrnoException).path === undefined) throw error;
    throw new InvalidArgument(`${path} cannot be written: ${(error as Error).message}.`, 'FILE_UNWRITABLE');
  }
}
