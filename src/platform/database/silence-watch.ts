import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Client } from 'pg';
import type { Limits } from './scope';

const LOOK_MS = 250;

/** The driver's connection, as far as it is listened to here. */
interface Connection extends EventEmitter {
  stream: Duplex;
  query(content?: unknown): void;
  execute(content?: unknown): void;
  sync(content?: unknown): void;
}

/**
 * Hangs up connections that owe an answer for too long: a network that breaks tells nobody. One timer looks after all of
 * them; one for each call, as the driver has it, would add half again to what a hot call costs.
 */
class SilenceWatch {
  /** By when each must have answered. */
  private readonly owing = new Map<Duplex, number>();
  private timer: NodeJS.Timeout | undefined;

  waitsFor(stream: Duplex, patienceMs: number): void {
    this.owing.set(stream, Math.trunc(performance.now() + patienceMs)); // a small integer needs no memory of its own
    this.timer ??= setInterval(() => {
      // After sockets were read: a process that was held up itself may have the answer lying there.
      setImmediate(() => {
        this.look();
      });
    }, LOOK_MS).unref();
  }

  isDone(stream: Duplex): void {
    this.owing.delete(stream);
  }

  private look(): void {
    const now = performance.now();
    for (const [stream, latest] of this.owing) {
      if (now < latest) continue;
      this.owing.delete(stream);
      stream.destroy();
    }
    if (this.owing.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

const watch = new SilenceWatch();

/** A little longer than PostgreSQL itself lets a statement run. */
export function patienceFor({ statementMs }: Limits, slackMs = 3_000): number {
  return statementMs + slackMs;
}

/**
 * From now on the connection is hung up on when nothing comes for as long as the patience lasts, for each statement of a
 * batch: the server keeps their answers until all are done. The first of several sets the context of the others.
 */
export function hangUpOnSilence(client: Client, patienceMs: () => number): void {
  const { connection } = client as unknown as { connection: Connection };
  let owed = 0;
  let batched = 0;
  let longest = 0;
  const wait = () => {
    watch.waitsFor(connection.stream, longest);
  };
  tap(connection, 'execute', () => {
    batched += 1;
  });
  // Either of these is answered by exactly one message that says the server is ready for more, whatever comes between.
  for (const message of ['query', 'sync'] as const) {
    tap(connection, message, () => {
      longest = Math.max(owed === 0 ? 0 : longest, patienceMs() * Math.max(1, batched - 1));
      owed += 1;
      batched = 0;
      wait();
    });
  }
  connection.on('readyForQuery', () => {
    if (owed > 0) owed -= 1; // the first one nobody asked for
    if (owed === 0) watch.isDone(connection.stream);
    else wait();
  });
  connection.once('end', () => {
    watch.isDone(connection.stream);
  });
}

function tap(connection: Connection, message: 'query' | 'execute' | 'sync', listen: () => void): void {
  const send = connection[message].bind(connection);
  connection[message] = (content?: unknown) => {
    listen();
    send(content);
  };
}
