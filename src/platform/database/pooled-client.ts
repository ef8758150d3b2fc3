import type { EventEmitter } from 'node:events';
import { Client, type ClientConfig } from 'pg';
import { RowParser } from './row-parser';

/** The driver's connection, as far as it is spoken to here. */
interface Connection extends EventEmitter {
  attachListeners(stream: EventEmitter): void;
}

/** A connection of a pool, which reads rows faster than the driver by itself. */
export class PooledClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: Connection };
    connection.attachListeners = (stream) => {
      const parser = new RowParser();
      stream.on('data', (bytes: Buffer) => {
        parser.parse(bytes, (message) => connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message));
      });
    };
  }
}
