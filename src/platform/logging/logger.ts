import { Injectable, type LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger as Pino } from 'pino';
import { Env } from '#platform/config/env';

/** Secrets, tokens and bodies are never logged; these paths are a second fence. */
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

/** A secret or token that a caller put where neither belongs, such as an address, is not repeated. */
const TELLTALE = /vrs_[\w~.-]{8,}|eyJ[\w-]{8,}(?:\.[\w-]*){1,2}/g;

/** The buffer for lines of calls, and how long a line stays in it at most. */
const BUFFERED = 8192;
const FLUSH_MS = 250;

/** Standard output with a buffer, which all loggers of the process share. */
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

/** pino's isoTime in a form that prints a date once a second: printing one costs as much as the rest of a line. */
export function isoTime(): string {
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
  /** Lines of calls have fixed fields, none of them secret: they need no search for what to leave out. */
  private readonly calls: Pino;

  constructor(env: Env) {
    const options = {
      level: env.LOG_LEVEL,
      base: null,
      timestamp: isoTime,
      hooks: { streamWrite: (line: string) => line.replace(TELLTALE, '[redacted]') },
    };
    this.calls = pino(options, (callLines ??= bufferedOutput()));
    this.pino = pino({ ...options, redact: { paths: REDACT, censor: '[redacted]' }, serializers: { err: describe } });
  }

  /** The line of one call. */
  call(fields: Record<string, unknown>): void {
    this.calls.info(fields, 'call');
  }

  /** What Nest tells about its own start: of interest to nobody who operates the service. */
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

/** What a defect is found by; never the statement's parameters, which are customers' data. */
function describe(error: Error & { code?: string }): Record<string, unknown> {
  return { type: error.name, message: error.message, code: error.code, stack: error.stack };
}
