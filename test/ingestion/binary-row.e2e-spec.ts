import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { FIRST_VALUE, HEADER, TRAILER, writeRow, writeUuid, type ColumnType, type ColumnValue } from '#modules/ingestion/binary-row';
import { fileDatabase } from '../support/database';

const ID = '0190d1b2-7c3d-7e4f-8a5b-6c7d8e9fa0b1';
const OTHER_ID = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

describe('rows of COPY in binary form', () => {
  let client: Client;

  beforeAll(async () => {
    client = new Client(fileDatabase().serviceUrl);
    await client.connect();
  });

  afterAll(() => client.end());

  /** How PostgreSQL reads the values, as text. */
  async function readBack(type: ColumnType, values: readonly ColumnValue[]): Promise<(string | null)[]> {
    const bytes = Buffer.alloc(64 * 1024);
    let end = HEADER.copy(bytes);
    for (const [place, value] of values.entries()) end = writeRow(bytes, end, ['smallint', type], [place, value]);
    end += TRAILER.copy(bytes, end);
    await client.query(
      `SET TimeZone = 'UTC'; DROP TABLE IF EXISTS pg_temp.made; CREATE TEMPORARY TABLE made (place smallint, value ${type})`,
    );
    await pipeline([bytes.subarray(0, end)], client.query(copyFrom('COPY made FROM STDIN (FORMAT binary)')));
    const { rows } = await client.query<{ value: string | null }>('SELECT value::text FROM made ORDER BY place');
    return rows.map(({ value }) => value);
  }

  it.each<[type: ColumnType, values: ColumnValue[], read: (string | null)[]]>([
    ['uuid', [ID, undefined], [ID, null]],
    ['smallint', [0, -1, 32_767, undefined], ['0', '-1', '32767', null]],
    ['integer', [65_535, -2_147_483_648], ['65535', '-2147483648']],
    ['numeric(3,1)', [0, 9.8, 10, 7.25, 0.05], ['0.0', '9.8', '10.0', '7.3', '0.1']],
    ['numeric(7,6)', [1, 0.97565, 0.000001, 0.1234565], ['1.000000', '0.975650', '0.000001', '0.123457']],
    ['text', ['', 'a\tb\\N\n"c"', 'Grüße 漢字 🛡️', undefined], ['', 'a\tb\\N\n"c"', 'Grüße 漢字 🛡️', null]],
    ['text[]', [[], ['CVE-2024-1'], ['a,b', '"q"', 'NULL', '', '{🛡️}']], ['{}', '{CVE-2024-1}', '{"a,b","\\"q\\"","NULL","","{🛡️}"}']],
    ['bytea', [Buffer.from([0, 92, 255]), Buffer.alloc(0)], ['\\x005cff', '\\x']],
    [
      'timestamptz(3)',
      ['2026-11-16T07:30:00.123Z', '2000-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z', '9999-12-31T23:59:59.999Z'],
      ['2026-11-16 07:30:00.123+00', '2000-01-01 00:00:00+00', '1970-01-01 00:00:00.001+00', '9999-12-31 23:59:59.999+00'],
    ],
  ])('gives the same value in %s', async (type, values, read) => {
    expect(await readBack(type, values)).toEqual(read);
  });

  it('has its id at the offset where it can be overwritten', () => {
    const [mine, other] = [Buffer.alloc(64), Buffer.alloc(64)];
    writeRow(mine, 0, ['uuid', 'text'], [ID, 'the rest']);
    writeRow(other, 0, ['uuid', 'text'], [OTHER_ID, 'the rest']);
    writeUuid(mine, FIRST_VALUE, OTHER_ID);
    expect(mine).toEqual(other);
  });

  it.each([['text', 'é'.repeat(100)] as const, ['text[]', ['a', 'é'.repeat(100)]] as const, ['bytea', Buffer.alloc(100)] as const])(
    'refuses a row that exceeds its buffer: %s',
    (type, value) => {
      expect(() => writeRow(Buffer.alloc(64), 0, [type], [value])).toThrow();
    },
  );
});
