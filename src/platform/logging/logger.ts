import { Injectable, type LoggerService } from '@nestjs/common';
import pino, { type Logger as Pino } from 'pino';
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

/** JSON lines on standard output. */
@Injectable()
export class Logger implements LoggerService {
  private readonly pino: Pino;

  constructor(env: Env) {
    this.pino = pino({
      level: env.LOG_LEVEL,
      redact: { paths: REDACT, censor: '[redacted]' },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
    });
  }

  /** The line of one call. */
  call(fields: Record<string, unknown>): void {
    this.pino.info(fields, 'call');
  }

  log(message: unknown): void {
    this.pino.info(String(message));
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
