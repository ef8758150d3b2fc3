import { Readable } from 'node:stream';
import { inChunks } from './in-chunks.fixture';
import { plainBytes } from './plain-bytes';

async function plain(file: Buffer, size = 1): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of plainBytes(Readable.from(inChunks(file, [size])))) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('plainBytes', () => {
  it('passes UTF-8 through, without its byte order mark', async () => {
    expect(await plain(Buffer.from('{"é":1}'))).toBe('{"é":1}');
    expect(await plain(Buffer.from('\uFEFF{"é":1}'))).toBe('{"é":1}');
    expect(await plain(Buffer.from('\uFEFF{"é":1}'), 100)).toBe('{"é":1}');
    expect(await plain(Buffer.from('{}'))).toBe('{}');
    expect(await plain(Buffer.from('\uFEFF'))).toBe('');
    expect(await plain(Buffer.alloc(0))).toBe('');
  });

  it.each([
    ['UTF-16, little-endian', [0xff, 0xfe, 0x7b, 0x00], 'UTF-16'],
    ['UTF-16, big-endian', [0xfe, 0xff, 0x00, 0x7b], 'UTF-16'],
    ['UTF-16 without a mark', [0x7b, 0x00, 0x22, 0x00], 'UTF-16'],
    ['gzip', [0x1f, 0x8b, 0x08, 0x00, 0x01], 'compressed'],
    ['zip', [0x50, 0x4b, 0x03, 0x04, 0x01], 'compressed'],
  ])('refuses %s', async (_, bytes, message) => {
    await expect(plain(Buffer.from(bytes))).rejects.toThrow(message);
    await expect(plain(Buffer.from(bytes), 100)).rejects.toThrow(message);
  });
});
