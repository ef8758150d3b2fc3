import type { EventEmitter } from 'node:events';
import { Client, type ClientConfig } from 'pg';
import { RowParser } from './row-parser';
import { hangUpOnSilence } from './silence-watch';

/** The driver's connection, as far as it is spoken to here. */
interface Connection extends EventEmitter {
  attachListeners(stream: EventEmitter): void;
}

/** A connection of a pool: it reads rows faster than the driver by itself, and hangs up on a server that has fallen silent. */
export class PooledClient extends Client {
  /** How long a statement is waited for: for ever where the pool does not say. */
  patienceMs: number;

  constructor(config: ClientConfig & { patienceMs?: number }) {
    super(config);
    this.patienceMs = config.patienceMs ?? Number.POSITIVE_INFINITY;
    const { connection } = this as unknown as { connection: Connection };
    connection.attachListeners = (stream) => {
      const parser = new RowParser();
      stream.on('data', (bytes: Buffer) => {
        parser.parse(bytes, (message) => connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message));
      });
    };
    hangUpOnSilence(this, () => this.patienceMs);
  }
}
