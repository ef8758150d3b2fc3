import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InvalidArgument } from '#platform/errors/api-error';

export interface WriteOptions {
  onBytes?: (count: number) => void;
  /** Why the stream ended early, where its last bytes say so. */
  failure?: () => Error | undefined;
}

/**
 * Writes a stream under a temporary name and renames it when it is complete, so that the file is never partial. A pipe or a device
 * is written directly: it must not be replaced. Only its owner can read the file. Returns the number of bytes.
 */
export async function writeFile(path: string, bytes: Readable, { onBytes, failure }: WriteOptions = {}): Promise<number> {
  const temporary = (await isReplaceable(path)) ? join(dirname(path), `.${basename(path)}.${process.pid}.partial`) : undefined;
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback) {
      size += chunk.length;
      onBytes?.(chunk.length);
      callback(null, chunk);
    },
  });
  try {
    await pipeline(bytes, counted, createWriteStream(temporary ?? path, { flags: temporary === undefined ? 'w' : 'wx', mode: 0o600 }));
    const failed = failure?.();
    if (failed) throw failed;
    if (temporary !== undefined) await rename(temporary, path);
    return size;
  } catch (error) {
    bytes.destroy();
    if (temporary !== undefined) await rm(temporary, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined || (error as NodeJS.ErrnoException).path === undefined) throw error;
    throw new InvalidArgument(`${path} cannot be written: ${(error as Error).message}.`, 'FILE_UNWRITABLE');
  }
}

/** Whether there is a file, or nothing yet. */
async function isReplaceable(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined || found.isFile();
}
