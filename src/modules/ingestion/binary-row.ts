/** The supported column types. */
export type ColumnType = keyof typeof VALUES;
export type ColumnValue = string | number | Buffer | readonly string[] | undefined;

/** Header of COPY's binary format: signature, no flags, no extension. */
export const HEADER = Buffer.from('PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** Trailer, in place of the column count of another row. */
export const TRAILER = Buffer.from([0xff, 0xff]);
/** Offset of the first value: after the column count and the value's length. */
export const FIRST_VALUE = 6;

const TEXT_OID = 25;
/** PostgreSQL's epoch, 2000-01-01. */
const EPOCH_MS = 946_684_800_000;
const UINT32 = 0x1_0000_0000;

/** Writes one row in COPY's binary format, which costs PostgreSQL half as much as text. Returns the end offset; the row must fit. */
export function writeRow(into: Buffer, start: number, types: readonly ColumnType[], values: readonly ColumnValue[]): number {
  let at = into.writeInt16BE(types.length, start);
  for (const [place, type] of types.entries()) {
    const value = values[place];
    at = value === undefined ? into.writeInt32BE(-1, at) : VALUES[type](into, at, value as never);
  }
  // Buffer.write truncates silently at the end of the buffer; a character has at most four bytes.
  if (at > into.length - 4) throw new Error('The row is too long for its buffer.');
  return at;
}

/** Writes a UUID as sixteen bytes. */
export function writeUuid(into: Buffer, at: number, uuid: string): number {
  return at + into.write(uuid.replaceAll('-', ''), at, 'hex');
}

const VALUES = {
  uuid: (into: Buffer, at: number, value: string) => writeUuid(into, into.writeInt32BE(16, at), value),
  smallint: (into: Buffer, at: number, value: number) => into.writeInt16BE(value, into.writeInt32BE(2, at)),
  integer: (into: Buffer, at: number, value: number) => into.writeInt32BE(value, into.writeInt32BE(4, at)),
  'numeric(3,1)': writeNumeric,
  'numeric(7,6)': writeNumeric,
  text: writeText,
  'text[]': writeList,
  bytea: (into: Buffer, at: number, value: Buffer) => into.writeInt32BE(value.length, at) + value.copy(into, at + 4),
  'timestamptz(3)': writeTime,
};

function writeText(into: Buffer, at: number, value: string): number {
  const length = into.write(value, at + 4);
  return into.writeInt32BE(length, at) + length;
}

function writeList(into: Buffer, start: number, values: readonly string[]): number {
  let at = into.writeInt32BE(values.length === 0 ? 0 : 1, start + 4); // dimensions
  at = into.writeInt32BE(0, at); // no NULL elements
  at = into.writeInt32BE(TEXT_OID, at);
  if (values.length > 0) {
    at = into.writeInt32BE(values.length, at);
    at = into.writeInt32BE(1, at); // the first subscript
    for (const value of values) at = writeText(into, at, value);
  }
  into.writeInt32BE(at - start - 4, start);
  return at;
}

/** A numeric below ten thousand with up to eight decimals: three base-10000 digits. The column rounds it. */
function writeNumeric(into: Buffer, start: number, value: number): number {
  const scaled = Math.round(value * 1e8);
  let at = into.writeInt32BE(14, start);
  for (const part of [3, 0, 0, 8]) at = into.writeInt16BE(part, at); // digits, weight of the first, sign, decimals
  for (const unit of [1e8, 1e4, 1]) at = into.writeInt16BE(Math.floor(scaled / unit) % 1e4, at);
  return at;
}

function writeTime(into: Buffer, at: number, iso: string): number {
  const micros = (Date.parse(iso) - EPOCH_MS) * 1000;
  into.writeInt32BE(8, at);
  into.writeInt32BE(Math.floor(micros / UINT32), at + 4);
  return into.writeUInt32BE(micros >>> 0, at + 8);
}
