import * as fc from 'fast-check';
import type { BackendMessage } from 'pg-protocol/dist/messages';
import { Parser } from 'pg-protocol/dist/parser';
import { RowParser } from './row-parser';

type Row = (string | null)[];

function rowMessage(row: Row): Buffer {
  const values = row.map((value) => {
    const content = Buffer.from(value ?? '');
    const length = Buffer.alloc(4);
    length.writeInt32BE(value === null ? -1 : content.length);
    return Buffer.concat([length, content]);
  });
  const count = Buffer.alloc(2);
  count.writeInt16BE(row.length);
  return message('D', Buffer.concat([count, ...values]));
}

function message(code: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(code, 'latin1');
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/** The bytes as they come off the wire: in pieces of any size. */
function read(
  parser: { parse(bytes: Buffer, onMessage: (message: BackendMessage) => void): void },
  bytes: Buffer,
  cuts: readonly number[],
) {
  const seen: BackendMessage[] = [];
  let from = 0;
  for (const to of [...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length]) {
    parser.parse(Buffer.from(bytes.subarray(from, to)), (each) => seen.push(each));
    from = to;
  }
  return seen;
}

const value = fc.option(
  fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme-ascii', minLength: 120, maxLength: 600 })),
);

describe('the reader of rows', () => {
  it('reads what the driver reads, however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.array(value, { maxLength: 20 }), { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 5 }), (rows, cuts) => {
        const bytes = Buffer.concat([...rows.map(rowMessage), message('C', Buffer.from('SELECT 1\0'))]);
        const own = read(new RowParser(), bytes, cuts);
        const driver = read(new Parser(), bytes, cuts);
        expect(own.map((each) => ({ ...each, length: 0 }))).toEqual(driver.map((each) => ({ ...each, length: 0 })));
        expect(own.slice(0, -1).map((each) => (each as { fields?: Row }).fields)).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });
});
