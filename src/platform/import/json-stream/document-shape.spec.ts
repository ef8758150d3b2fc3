import { Readable } from 'node:stream';
import { inChunks } from './in-chunks.fixture';
import { documentShape } from './document-shape';
import { plainBytes } from './plain-bytes';

describe('documentShape', () => {
  it.each([
    ['{"a":1}\n{"a":2}', 'lines'],
    ['{"a":1}', 'lines'],
    ['\n\n{"a":"{"}\n', 'lines'],
    ['{"a":"cut off here\n{"a":2}', 'lines'],
    ['{"a":{"b":1}\n{"a":2}', 'lines'],
    ['no JSON at all\n', 'lines'],
    ['{\n"a":1}', 'document'],
    ['{"a":1,\n"b":2}', 'document'],
    ['[{"a":1}]', 'document'],
    ['  [\n', 'document'],
    ['{"a":[1', 'document'],
  ])('takes %j for %s', async (text, shape) => {
    for (const size of [1, 3, 100]) {
      const file = await documentShape(plainBytes(Readable.from(inChunks(Buffer.from(text), [size]))));
      const parts: Buffer[] = [];
      for await (const part of file.bytes) parts.push(part);
      expect([file.shape, Buffer.concat(parts).toString()]).toEqual([shape, text]);
    }
  });
});
