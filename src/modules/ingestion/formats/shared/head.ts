import { replay } from '#platform/import/json-stream/document-shape';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';

const ENOUGH_FOR_SHAPE = 4096;

/** The beginning of a file, and all of its bytes. */
export async function headOf(file: AsyncIterable<Uint8Array>, size: number): Promise<{ head: Buffer; bytes: AsyncGenerator<Buffer> }> {
  const bytes = plainBytes(file);
  const held: Buffer[] = [];
  let length = 0;
  while (length < size) {
    const next = await bytes.next();
    if (next.done) break;
    held.push(next.value);
    length += next.value.length;
  }
  return { head: Buffer.concat(held), bytes: replay(held, bytes) };
}

/** Whether a file is JSON, XML or something else, by its first character. */
export async function shapeOf(file: AsyncIterable<Uint8Array>): Promise<{ shape: 'json' | 'xml' | 'text'; bytes: AsyncGenerator<Buffer> }> {
  const { head, bytes } = await headOf(file, ENOUGH_FOR_SHAPE);
  const first = head.toString('latin1').trimStart().charAt(0);
  if (first === '<') return { shape: 'xml', bytes };
  return { shape: first === '{' || first === '[' ? 'json' : 'text', bytes };
}
