import type { WireRow } from '#platform/database/wire-row';

/** Longer values are copied with a native call; for shorter ones a loop is faster. */
const LOOP_UP_TO = 64;
const [ZERO, QUOTE, BACKSLASH, SPACE, DOT, LETTER_T, LETTER_Z] = Buffer.from('0"\\ .TZ') as unknown as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

/** A UTF-16 code unit takes at most three bytes of UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/** Bytes that encodeURIComponent leaves as they are. */
const PLAIN_IN_URI = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 128 && encodeURIComponent(String.fromCharCode(byte)).length === 1 ? 1 : 0,
);

/** A constant part of an answer. */
export type Piece = Uint8Array;

export function piece(text: string): Piece {
  return Buffer.from(text);
}

/**
 * Writes JSON as bytes and copies values directly from the received rows: for the hottest lists, where decoding every value,
 * joining the texts and encoding them again is most of the cost of a call.
 */
export class JsonWriter {
  private bytes: Buffer;
  private at = 0;

  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(expected);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.at;
  }

  clear(): void {
    this.at = 0;
  }

  /** Returns what was written and starts again in another buffer. */
  cut(expected: number): Buffer {
    const written = this.done();
    this.bytes = Buffer.allocUnsafe(expected);
    this.at = 0;
    return written;
  }

  piece(part: Piece): this {
    this.makeRoom(part.length);
    this.bytes.set(part, this.at);
    this.at += part.length;
    return this;
  }

  /** JSON that is not in a row. */
  utf8(text: string): this {
    this.makeRoom(text.length * MAX_BYTES_PER_UNIT);
    this.at += this.bytes.write(text, this.at);
    return this;
  }

  /** A value that is JSON already, or text that needs no escaping. */
  value(row: WireRow, column: number): this {
    const from = row.startOf(column);
    const length = row.endOf(column) - from;
    this.makeRoom(length);
    const { bytes, at } = this;
    if (length > LOOP_UP_TO) bytes.set(row.bytes.subarray(from, from + length), at);
    else for (let index = 0; index < length; index += 1) bytes[at + index] = row.bytes[from + index] as number;
    this.at += length;
    return this;
  }

  /** A text in quotes. */
  text(row: WireRow, column: number): this {
    const end = row.endOf(column);
    this.makeRoom(end - row.startOf(column) + 2);
    const { bytes } = this;
    let { at } = this;
    bytes[at++] = QUOTE;
    for (let from = row.startOf(column); from < end; from += 1) {
      const byte = row.bytes[from] as number;
      if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) return this.piece(piece(JSON.stringify(row.textOf(column))));
      bytes[at++] = byte;
    }
    bytes[at++] = QUOTE;
    this.at = at;
    return this;
  }

  /** A text as a URI component. */
  uriComponent(row: WireRow, column: number): this {
    const end = row.endOf(column);
    for (let from = row.startOf(column); from < end; from += 1) {
      if (PLAIN_IN_URI[row.bytes[from] as number] === 0) return this.piece(piece(encodeURIComponent(row.textOf(column) as string)));
    }
    return this.value(row, column);
  }

  /** `2026-11-15 02:03:04.1+00`, as the database prints a time in UTC, to RFC 3339 with at least milliseconds. */
  time(row: WireRow, column: number): this {
    const start = row.startOf(column);
    const end = row.endOf(column) - 3;
    this.makeRoom(end - start + 5);
    const { bytes } = this;
    let { at } = this;
    for (let from = start; from < start + 19; from += 1) bytes[at++] = row.bytes[from] as number;
    bytes[at - 9] = LETTER_T;
    bytes[at++] = DOT;
    const fraction = at;
    for (let from = start + 20; from < end; from += 1) bytes[at++] = row.bytes[from] as number;
    while (at < fraction + 3) bytes[at++] = ZERO;
    bytes[at++] = LETTER_Z;
    this.at = at;
    return this;
  }

  /** The written bytes. Do not write afterwards. */
  done(): Buffer {
    return this.bytes.subarray(0, this.at);
  }

  private makeRoom(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + count));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}
