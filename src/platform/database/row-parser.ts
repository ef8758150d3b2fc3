import type { BackendMessage } from 'pg-protocol/dist/messages';
import { Parser } from 'pg-protocol/dist/parser';
import { WireRow } from './wire-row';

const DATA_ROW = 'D'.charCodeAt(0);

/** The driver's parser; of what it keeps to itself, the one part that is replaced here. */
type WithPackets = new () => {
  parse(bytes: Buffer, onMessage: (message: BackendMessage) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): BackendMessage;
};

/** Reads what PostgreSQL sends as the driver does, but for rows, of which there are many: they stay bytes until somebody asks for their text. */
export class RowParser extends (Parser as unknown as WithPackets) {
  private readonly row = new WireRow();

  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): BackendMessage {
    return code === DATA_ROW ? this.row.moveTo(bytes, offset, length) : super.handlePacket(offset, code, length, bytes);
  }
}
