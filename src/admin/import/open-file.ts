import { createReadStream, existsSync, statSync } from 'node:fs';
import { InvalidArgument } from '#platform/errors/api-error';
import { progressBar } from '../progress';

/** The bytes of a file, with a bar on the terminal as they are read; - is standard input. */
export function openFile(path: string, records = () => 0): AsyncIterable<Uint8Array> {
  if (path === '-') return process.stdin;
  if (!existsSync(path)) throw new InvalidArgument(`There is no file ${path}.`, 'FILE_UNREADABLE');
  const stats = statSync(path);
  if (stats.isDirectory()) throw new InvalidArgument(`${path} is a folder.`, 'FILE_UNREADABLE');
  return createReadStream(path).pipe(progressBar(stats.size, records));
}

/** The whole text of a file that is small enough to be held. */
export async function readText(path: string, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of openFile(path)) {
    size += chunk.length;
    if (size > most) throw new InvalidArgument(`The file is larger than ${most} bytes.`, 'FILE_TOO_LARGE');
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new InvalidArgument('The file is not UTF-8 text.', 'FILE_UNREADABLE');
  }
}
