import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column, ColumnType } from './columns';
import type { Table } from './convert.task';
import { valueAt } from './value-at';

const MAX_GROUP_ROWS = 50_000;
/** Size in JSON lines. A row group is held in memory until it is full, where it takes several times as much. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024;

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const TYPES: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  int32: { type: 'INT32' },
  int64: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS' },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
};

/** Apache Parquet: typed, compressed columns in row groups. Every column is nullable. */
export class ParquetTable implements Table {
  private readonly bytes = new ByteWriter();
  private readonly writer: ParquetWriter;
  private values: unknown[][];
  private groupRows = 0;
  private groupBytes = 0;

  constructor(private readonly columns: readonly Column[]) {
    const elements = columns.map(({ name, type }): SchemaElement => ({ name, ...TYPES[type], repetition_type: 'OPTIONAL' }));
    const schema: SchemaElement[] = [{ name: 'root', num_children: columns.length }, ...elements];
    this.writer = new ParquetWriter({ writer: this.bytes, schema });
    this.values = columns.map(() => []);
  }

  add(row: Record<string, unknown>, lineBytes: number): void {
    for (const [index, { path, type }] of this.columns.entries()) this.values[index]?.push(parquetValue(valueAt(row, path), type));
    this.groupRows += 1;
    this.groupBytes += lineBytes;
    if (this.groupRows === MAX_GROUP_ROWS || this.groupBytes >= MAX_GROUP_BYTES) this.writeGroup();
  }

  ready(): Uint8Array | undefined {
    const { bytes } = this;
    if (bytes.index === 0) return undefined;
    const ready = bytes.getBytes().slice();
    bytes.index = 0;
    return ready;
  }

  end(): Uint8Array {
    if (this.groupRows > 0) this.writeGroup();
    void this.writer.finish(); // written to memory, so it resolves at once
    return this.ready() as Uint8Array;
  }

  private writeGroup(): void {
    const columnData = this.columns.map(({ name }, index) => ({ name, data: this.values[index] as never[] }));
    void this.writer.write({ columnData, rowGroupSize: this.groupRows });
    this.values = this.columns.map(() => []);
    this.groupRows = 0;
    this.groupBytes = 0;
  }
}

function parquetValue(value: unknown, type: ColumnType): unknown {
  if (value === undefined || value === null) return null;
  if (type === 'int64') return BigInt(value as string);
  return type === 'time' ? microseconds(value as string) : value;
}

/** Microseconds since 1970, from RFC 3339 in UTC with up to six fractional digits. */
function microseconds(time: string): bigint {
  const fraction = /\.(\d{1,6})/.exec(time)?.[1] ?? '';
  const seconds = Math.floor(Date.parse(time) / 1000);
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}
