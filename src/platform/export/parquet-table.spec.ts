import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import type { Column } from './columns';
import { ParquetTable } from './parquet-table';

const COLUMNS: Column[] = [
  { name: 'id', path: ['id'], type: 'text' },
  { name: 'count', path: ['count'], type: 'int32' },
  { name: 'large', path: ['large'], type: 'int64' },
  { name: 'share', path: ['share'], type: 'double' },
  { name: 'isOpen', path: ['isOpen'], type: 'boolean' },
  { name: 'at', path: ['at'], type: 'time' },
  { name: 'tags', path: ['tags'], type: 'json' },
];

function file(rows: Record<string, unknown>[], lineBytes: number): ArrayBuffer {
  const table = new ParquetTable(COLUMNS);
  const parts: Uint8Array[] = [];
  for (const row of rows) {
    table.add(row, lineBytes);
    const ready = table.ready();
    if (ready) parts.push(ready);
  }
  return new Uint8Array(Buffer.concat([...parts, table.end()])).buffer;
}

describe('ParquetTable', () => {
  it('keeps every type, with microseconds and large numbers, and writes absent values as null', async () => {
    const row = {
      id: 'ä',
      count: 3,
      large: '9007199254740993',
      share: 0.5,
      isOpen: true,
      at: '2026-11-15T02:03:04.123456Z',
      tags: ['x', '='],
    };
    const read = await parquetReadObjects({
      file: file([row, { id: 'b' }], 100),
      parsers: { timestampFromMicroseconds: (micros: bigint) => micros },
    });
    expect(read).toEqual([
      { ...row, large: 9007199254740993n, at: BigInt(Date.parse('2026-11-15T02:03:04Z')) * 1000n + 123456n },
      { id: 'b', count: null, large: null, share: null, isOpen: null, at: null, tags: null },
    ]);
  });

  it('starts a new group of rows when one is large', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({ id: String(index) }));
    const large = file(rows, 2 * 1024 * 1024);
    expect(parquetMetadata(large).row_groups.map(({ num_rows }) => num_rows)).toEqual([2n, 2n, 2n, 2n, 2n]);
    expect((await parquetReadObjects({ file: large })).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('is readable without any rows', async () => {
    expect(await parquetReadObjects({ file: file([], 0) })).toEqual([]);
  });
});
