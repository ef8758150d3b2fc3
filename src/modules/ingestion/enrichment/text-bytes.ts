import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { FormatError } from '#platform/import/format-error';

/** The bytes of a catalogue, decompressed if it is gzip-compressed. */
export async function* textBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const source = bytes[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done) throw new FormatError('The file is empty.');
  const whole = withFirst(first.value, source);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* plainBytes(whole);
    return;
  }
  try {
    yield* plainBytes(Readable.from(whole).compose(createGunzip()) as AsyncIterable<Uint8Array>);
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== 'string' || error instanceof FormatError) throw error;
    throw new FormatError(`The file cannot be decompressed: ${(error as Error).message}.`);
  }
}

async function* withFirst(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
