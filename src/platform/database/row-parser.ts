import type { BackendMessage } from 'pg-protocol/dist/messages';
import { Parser } from 'pg-protocol/dist/parser';
import { WireRow } from './wire-row';

const DATA_ROW = 'D'.charCodeAt(0);

/** The driver's parser, with the one private method that is overridden here. */
type WithPackets = new () => {
  parse(bytes: Buffer, onMessage: (message: BackendMessage) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): BackendMessage;
};

/** The driver's parser, except that rows stay bytes until their text is requested. */
export class RowParser extends (Parser as unknown as WithPackets) {
  private readonly row = new WireRow();

  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): BackendMessage {
    return code === DATA_ROW ? this.row.moveTo(bytes, offset, length) : super.handlePacket(offset, code, length, bytes);
  }
}
