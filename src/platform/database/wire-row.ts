import { isAscii } from 'node:buffer';

const LENGTH_BYTES = 4;
const DIGIT_ZERO = 48;

/** A row in PostgreSQL's own text. */
export type TextRow = (string | null)[];

/**
 * A row as it lies on the wire: a number of values, before each its length, or -1 for null. One object serves every row of
 * a connection, in the place of the driver's message: it is right until the next row is read.
 */
export class WireRow {
  readonly name = 'dataRow';
  length = 0;
  fieldCount = 0;
  /** Holds the values, and whatever came before and after. */
  bytes: Buffer = Buffer.alloc(0);
  private start = 0;
  private readonly starts: number[] = [];
  /** Before its start where a value is null. */
  private readonly ends: number[] = [];

  /** Goes on to the row that starts here. */
  moveTo(bytes: Buffer, start: number, length: number): this {
    this.bytes = bytes;
    this.length = length;
    this.start = start;
    this.fieldCount = bytes.readInt16BE(start);
    let at = start + 2;
    for (let column = 0; column < this.fieldCount; column += 1) {
      const valueLength = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      this.starts[column] = at;
      this.ends[column] = at + valueLength;
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

  /** A whole number that is not negative. */
  numberOf(column: number): number {
    let number = 0;
    for (let at = this.startOf(column); at < this.endOf(column); at += 1) number = number * 10 + (this.bytes[at] as number) - DIGIT_ZERO;
    return number;
  }

  textOf(column: number): string | null {
    return this.isNull(column) ? null : this.bytes.toString('utf8', this.startOf(column), this.endOf(column));
  }

  /** All values. Turning bytes into text costs by the piece: a row of ASCII is turned once as a whole, and its values are parts of that text. */
  get fields(): TextRow {
    const { bytes, start, fieldCount } = this;
    for (let column = 0; column < fieldCount; column += 1) {
      const at = this.startOf(column);
      // Nobody reads lengths again, and what is left of the row is ASCII if its values are.
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
