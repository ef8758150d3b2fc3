import * as fc from 'fast-check';
import { DataRowMessage, type BackendMessage } from 'pg-protocol/dist/messages';
import { Parser } from 'pg-protocol/dist/parser';
import { RowParser } from './row-parser';
import { wireMessage, wireRow } from './wire-row.fixture';
import { WireRow, type TextRow } from './wire-row';

/** Parses the bytes in chunks of any size, as they arrive from a socket. */
function read(
  parser: { parse(bytes: Buffer, onMessage: (message: BackendMessage) => void): void },
  bytes: Buffer,
  cuts: readonly number[],
) {
  const seen: BackendMessage[] = [];
  let from = 0;
  for (const to of [...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length]) {
    parser.parse(Buffer.from(bytes.subarray(from, to)), (each) => seen.push(each instanceof WireRow ? textMessage(each) : each));
    from = to;
  }
  return seen;
}

/** A row in the driver's form, copied before the next row overwrites it. Checks that reading values singly and all at once agrees. */
function textMessage(row: WireRow): DataRowMessage {
  const single = Array.from({ length: row.fieldCount }, (_, column) => row.textOf(column));
  const { fields } = row;
  expect(row.fields).toEqual(fields);
  expect(single).toEqual(fields);
  return new DataRowMessage(row.length, fields as string[]);
}

const value = fc.option(
  fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme-ascii', minLength: 120, maxLength: 600 })),
);

describe('RowParser', () => {
  it('reads the same rows as the driver, however the bytes are split into chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.array(value, { maxLength: 20 }), { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 5 }), (rows, cuts) => {
        const bytes = Buffer.concat([...rows.map((row) => wireMessage('D', wireRow(row))), wireMessage('C', Buffer.from('SELECT 1\0'))]);
        const own = read(new RowParser(), bytes, cuts);
        const driver = read(new Parser(), bytes, cuts);
        expect(own.map((each) => ({ ...each, length: 0 }))).toEqual(driver.map((each) => ({ ...each, length: 0 })));
        expect(own.slice(0, -1).map((each) => (each as { fields?: TextRow }).fields)).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });
});
