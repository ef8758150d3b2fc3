import { Injectable, type LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger as Pino } from 'pino';
import { Env } from '#platform/config/env';
import { traceField } from '#platform/tracing/tracing';
import { maskSecrets } from './mask-secrets';

/** Secrets, tokens and bodies are never logged; redacting these paths is a second safeguard. */
const REDACT = [
  '*.authorization',
  '*.client_secret',
  '*.clientSecret',
  '*.access_token',
  '*.password',
  'authorization',
  'clientSecret',
  'password',
];

/** Size of the buffer for call log lines, and the maximum time a line stays in it. */
const BUFFERED = 8192;
const FLUSH_MS = 250;

/** Buffered standard output, shared by all loggers of the process. */
let callLines: DestinationStream | undefined;

function bufferedOutput(): DestinationStream {
  const lines = pino.destination({ dest: 1, sync: false, minLength: BUFFERED });
  setInterval(() => {
    lines.flush();
  }, FLUSH_MS).unref();
  process.once('exit', () => {
    lines.flushSync();
  });
  return lines;
}

let second = Number.NEGATIVE_INFINITY;
let untilSecond = '';

/** The field of the time, as pino's isoTime, but formats the date only once a second: formatting costs as much as the rest of a line. */
export function timeField(): string {
  const now = Date.now();
  if (now - second >= 1000 || now < second) {
    second = now - (now % 1000);
    untilSecond = `,"time":"${new Date(second).toISOString().slice(0, -4)}`;
  }
  return `${untilSecond}${String(now - second).padStart(3, '0')}Z"`;
}

/** JSON lines on standard output. */
@Injectable()
export class Logger implements LoggerService {
  private readonly pino: Pino;
  /** Call log lines have fixed fields without secrets, so they need no redaction. */
  private readonly calls: Pino;

  constructor(env: Env) {
    const options = {
      level: env.LOG_LEVEL,
      base: null,
      timestamp: timeField,
      hooks: { streamWrite: maskSecrets },
    };
    this.calls = pino(options, (callLines ??= bufferedOutput()));
    this.pino = pino({ ...options, redact: { paths: REDACT, censor: '[redacted]' }, serializers: { err: describe }, mixin: traceField });
  }

  /** Logs one call. */
  call(fields: Record<string, unknown>): void {
    this.calls.info(fields, 'call');
  }

  /** Drops Nest's own start messages, which do not help operators. */
  log(message: unknown): void {
    this.pino.debug(String(message));
  }

  error(first: string | object, message?: string): void {
    if (typeof first === 'string') this.pino.error(first);
    else this.pino.error(first, message);
  }

  warn(first: string | object, message?: string): void {
    if (typeof first === 'string') this.pino.warn(first);
    else this.pino.warn(first, message);
  }

  debug(message: unknown): void {
    this.pino.debug(String(message));
  }
}

/** The fields of an error for the log; never the statement's parameters, which are customer data. */
function describe(error: Error & { code?: string }): Record<string, unknown> {
  return { type: error.name, message: error.message, code: error.code, stack: error.stack };
}
