import type { Socket } from 'node:net';
import type { ClientConfig } from 'pg';
import { traceStatement } from '#platform/tracing/tracing';
import { ScramClient } from './scram-client';
import type { Limits } from './tenant';

export interface TimedConfig extends ClientConfig {
  /** How long one statement may stay without an answer; unlimited by default. */
  timeoutMs?: number | undefined;
}

/** A little longer than PostgreSQL itself lets a statement run. */
export function timeoutFor({ statementMs }: Limits, slackMs = 3_000): number {
  return statementMs + slackMs;
}

/**
 * A connection that is closed when an answer is due and nothing arrives in time, as after a network failure without an error.
 * It uses the socket's own timeout. The driver's `query_timeout` would set a timer for each query and leave the connection
 * open.
 */
export class TimedClient extends ScramClient {
  timeoutMs: number;
  private awaitsAnswer = false;

  constructor(config: TimedConfig) {
    super(config);
    this.timeoutMs = config.timeoutMs ?? 0;
    this.once('connect', () => {
      const socket = this.socket;
      // The timer also fires on an idle connection. It stays on, because setting it for each statement costs more.
      socket.on('timeout', () => {
        if (this.awaitsAnswer) closeIfSilent(socket);
      });
    });
    this.on('drain', () => {
      this.awaitsAnswer = false;
    });
  }

  /** PostgreSQL sends the answers of a batch once all of its statements are done, so the timeout grows with their number. */
  override query(...args: never[]): never {
    const [{ timedStatements = 1 }] = args as unknown as [{ timedStatements?: number }];
    const { socket } = this;
    const timeout = this.timeoutMs * timedStatements;
    if (socket.timeout !== timeout) socket.setTimeout(timeout);
    this.awaitsAnswer = true;
    const result = super.query<never>(...(args as unknown as [never]));
    traceStatement(args[0], result);
    return result;
  }

  private get socket(): Socket {
    return (this as unknown as { connection: { stream: Socket } }).connection.stream;
  }
}

/** Timers run before sockets are read: if this process was blocked, the answer may already have arrived. */
function closeIfSilent(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}
