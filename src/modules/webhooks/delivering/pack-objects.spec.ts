import { MAX_BODY_BYTES, MAX_OBJECTS, packObjects } from './pack-objects';

const objects = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), json: JSON.stringify('é'.repeat((bytes - 2) / 2)) }));

describe('packObjects', () => {
  it('puts up to 100 objects into a message', () => {
    expect(packObjects(objects(250, 10)).map(({ length }) => length)).toEqual([MAX_OBJECTS, MAX_OBJECTS, 50]);
    expect(packObjects([])).toEqual([]);
  });

  it('puts up to 256 KiB into a message, counted in bytes', () => {
    const messages = packObjects(objects(30, 50_000));
    expect(messages.map(({ length }) => length)).toEqual(Array<number>(6).fill(5));
    for (const message of messages) expect(Buffer.byteLength(message.join(','))).toBeLessThan(MAX_BODY_BYTES);
  });

  it('sends only the id of an object that is too large', () => {
    expect(packObjects(objects(1, 300_000))).toEqual([['{"id":"0"}']]);
  });
});
