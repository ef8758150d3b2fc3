import { isAscii } from 'node:buffer';
import { DataRowMessage, type BackendMessage } from 'pg-protocol/dist/messages';
import { Parser } from 'pg-protocol/dist/parser';

const DATA_ROW = 'D'.charCodeAt(0);
const LENGTH_BYTES = 4;

/** The driver's parser; of what it keeps to itself, the one part that is replaced here. */
type WithPackets = new () => {
  parse(bytes: Buffer, onMessage: (message: BackendMessage) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): BackendMessage;
};

/**
 * Reads what PostgreSQL sends as the driver does, but for rows, of which there are many. Turning bytes into text costs by
 * the piece: a row of ASCII is turned once as a whole, and its values are parts of that text.
 */
export class RowParser extends (Parser as unknown as WithPackets) {
  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): BackendMessage {
    return code === DATA_ROW
      ? new DataRowMessage(length, readRow(bytes, offset, offset + length - LENGTH_BYTES))
      : super.handlePacket(offset, code, length, bytes);
  }
}

/** A number of values; before each its length, or -1 for null. */
function readRow(bytes: Buffer, start: number, end: number): (string | null)[] {
  const lengths = new Array<number>(bytes.readInt16BE(start));
  let at = start + 2;
  for (let index = 0; index < lengths.length; index += 1) {
    const length = bytes.readInt32BE(at);
    lengths[index] = length;
    // Nobody reads it again, and what is left of the row is ASCII if its values are.
    bytes[at] = bytes[at + 1] = bytes[at + 2] = bytes[at + 3] = 0;
    at += LENGTH_BYTES + Math.max(length, 0);
  }
  const text = isAscii(bytes.subarray(start, end)) ? bytes.toString('latin1', start, end) : undefined;
  at = 2;
  return lengths.map((length) => {
    at += LENGTH_BYTES;
    if (length < 0) return null;
    const from = at;
    at += length;
    return text === undefined ? bytes.toString('utf8', start + from, start + at) : text.substring(from, at);
  });
}
