import { createReadStream, existsSync, statSync } from 'node:fs';
import { InvalidArgument } from '#platform/errors/api-error';
import { progressBar } from './progress';

/** A file to import, or standard input for `-`; on a terminal its reading is shown. */
export function openFile(path: string, records: () => number): AsyncIterable<Uint8Array> {
  if (path === '-') return process.stdin;
  if (!existsSync(path)) throw new InvalidArgument(`There is no file ${path}.`, 'FILE_UNREADABLE');
  const stats = statSync(path);
  if (stats.isDirectory()) throw new InvalidArgument(`${path} is a folder.`, 'FILE_UNREADABLE');
  return createReadStream(path).pipe(progressBar(stats.size, records));
}
