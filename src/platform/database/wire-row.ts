import { isAscii } from 'node:buffer';

const LENGTH_BYTES = 4;
const DIGIT_ZERO = 48;

/** A row in PostgreSQL's own text. */
export type TextRow = (string | null)[];

/**
 * A row in wire format: the number of values, then each value preceded by its length, or -1 for null. One object is reused
 * for every row of a connection, in place of the driver's message, so it is valid only until the next row is read.
 */
export class WireRow {
  readonly name = 'dataRow';
  length = 0;
  fieldCount = 0;
  /** The received chunk that contains the row. */
  bytes: Buffer = Buffer.alloc(0);
  private start = 0;
  private readonly starts: number[] = [];
  /** End offset of each value; lower than its start where the value is null. */
  private readonly ends: number[] = [];

  /** Points this object at the row that starts here. */
  moveTo(bytes: Buffer, start: number, length: number): this {
    this.bytes = bytes;
    this.length = length;
    this.start = start;
    this.fieldCount = bytes.readInt16BE(start);
    const { starts, ends, fieldCount } = this;
    let at = start + 2;
    for (let column = 0; column < fieldCount; column += 1) {
      const valueLength = int32(bytes, at);
      at += LENGTH_BYTES;
      starts[column] = at;
      ends[column] = at + valueLength;
      if (valueLength > 0) at += valueLength;
    }
    return this;
  }

  isNull(column: number): boolean {
    return this.endOf(column) < this.startOf(column);
  }

  startOf(column: number): number {
    return this.starts[column] as number;
  }

  endOf(column: number): number {
    return this.ends[column] as number;
  }

  /** A non-negative integer. */
  numberOf(column: number): number {
    let number = 0;
    for (let at = this.startOf(column); at < this.endOf(column); at += 1) number = number * 10 + (this.bytes[at] as number) - DIGIT_ZERO;
    return number;
  }

  textOf(column: number): string | null {
    return this.isNull(column) ? null : this.bytes.toString('utf8', this.startOf(column), this.endOf(column));
  }

  /** All values. Decoding has a fixed cost per call: an ASCII row is decoded once as a whole, and its values are slices of that text. */
  get fields(): TextRow {
    const { bytes, start, fieldCount } = this;
    for (let column = 0; column < fieldCount; column += 1) {
      const at = this.startOf(column);
      // A length may have bytes above 127. It is no longer needed; zeroed, the whole row is ASCII if its values are.
      bytes[at - 4] = bytes[at - 3] = bytes[at - 2] = bytes[at - 1] = 0;
    }
    const end = start + this.length - LENGTH_BYTES;
    const whole = isAscii(bytes.subarray(start + 2, end)) ? bytes.toString('latin1', start, end) : undefined;
    const fields = new Array<string | null>(fieldCount);
    for (let column = 0; column < fieldCount; column += 1) {
      if (whole === undefined || this.isNull(column)) fields[column] = this.textOf(column);
      else fields[column] = whole.substring(this.startOf(column) - start, this.endOf(column) - start);
    }
    return fields;
  }
}

/** readInt32BE checks the offset on every call, which makes it half the cost of finding the values of a row. */
function int32(bytes: Buffer, at: number): number {
  return ((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16) | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);
}
