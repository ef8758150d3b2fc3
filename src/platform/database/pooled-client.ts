import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { Client, type ClientConfig } from 'pg';
import { RowParser } from './row-parser';
import type { Limits } from './scope';
import { silenceWatch } from './silence-watch';

/** The driver's connection, as far as it is spoken to here. */
interface Connection extends EventEmitter {
  stream: Duplex;
  attachListeners(stream: EventEmitter): void;
  query(text: string): void;
  sync(): void;
}

/** A little longer than PostgreSQL itself lets a statement run. */
export function patienceFor({ statementMs }: Limits): number {
  return statementMs + 3_000;
}

/** A connection of a pool: it reads rows faster than the driver by itself, and hangs up on a server that has fallen silent. */
export class PooledClient extends Client {
  /** How long an answer is waited for: for ever where the pool does not say. */
  patienceMs: number;
  private owed = 0;

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
    this.watch(connection);
  }

  /** Either of these messages is answered by exactly one that says the server is ready for more, whatever comes between. */
  private watch(connection: Connection): void {
    for (const message of ['query', 'sync'] as const) {
      const send = connection[message].bind(connection) as (text?: string) => void;
      connection[message] = (text?: string) => {
        this.owed += 1;
        silenceWatch.asked(connection.stream, this.patienceMs);
        send(text);
      };
    }
    connection.on('readyForQuery', () => {
      if (this.owed === 0) return; // the first one, which nobody asked for
      this.owed -= 1;
      if (this.owed > 0) silenceWatch.asked(connection.stream, this.patienceMs);
      else silenceWatch.answered(connection.stream);
    });
  }
}
