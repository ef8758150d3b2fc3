import type { Duplex } from 'node:stream';
import { Connection } from 'pg';
import { RowParser } from './row-parser';
import { TimedClient, type TimedConfig } from './timed-client';

/** The driver's connection with our own parser of PostgreSQL's messages. */
class RowConnection extends Connection {
  /** The driver calls this once its socket is ready, after TLS where that is used. */
  attachListeners(stream: Duplex): void {
    const parser = new RowParser();
    stream.on('data', (bytes: Buffer) => {
      parser.parse(bytes, (message) => this.emit(message.name === 'error' ? 'errorMessage' : message.name, message));
    });
  }
}

/** A pooled connection. Rows stay bytes until they are read. */
export class PooledClient extends TimedClient {
  constructor(config: TimedConfig) {
    super(config);
    const driver = this as unknown as { connection: Connection; ssl: TimedConfig['ssl']; sslNegotiation: string };
    const { ssl, sslNegotiation } = driver;
    const { keepAlive, keepAliveInitialDelayMillis } = config;
    driver.connection = new RowConnection({ ssl, sslNegotiation, keepAlive, keepAliveInitialDelayMillis } as object);
  }
}
