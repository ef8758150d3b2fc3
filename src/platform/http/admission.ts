import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Env } from '#platform/config/env';
import { Unavailable } from '#platform/errors/api-error';
import { errorBody, errorHeaders } from '#platform/errors/error-body';
import { Logger } from '#platform/logging/logger';
import { Metrics } from '#platform/metrics/metrics';
import { whenOver } from './call-end';
import { requestIdFrom } from './request-id';

/** Calls at work for each database connection: more would only wait longer. */
const STANDING = 4;
/** As many more may come at once, and are given the time to be worked off. */
const BURST = 128;
/** For so long after a refusal, a pile is given one round only, and may be two high. */
const WARY_MS = 1000;
const REPORT_MS = 1000;

const OVERLOADED = new Unavailable('The service is overloaded; try again.', 'SERVICE_OVERLOADED', 1);

/**
 * Turns calls away while more come than can be answered, so that those let in are answered as fast as ever. A burst is
 * no overload: only when the pile is too high, or still there after as many calls were answered, are further ones
 * refused, until it is gone. Counted in calls, not milliseconds: how fast the machine is does not matter. Only calls at
 * work count, not those that are still being read or that a guard refuses: whoever is over a limit is told so. Calls
 * are refused at the door, before anything is spent on them, or when their work would begin.
 */
@Injectable()
export class Admission {
  private readonly standing: number;
  private readonly most: number;
  private readonly calm: number;
  private atWork = 0;
  private answered = 0;
  /** How many were answered when the pile began to grow. */
  private crowdedSince: number | undefined;
  private waryUntil = 0;
  private unreported = 0;

  constructor(
    env: Env,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {
    this.standing = STANDING * env.DATABASE_POOL_SIZE;
    this.most = this.standing + BURST;
    this.calm = env.DATABASE_POOL_SIZE;
  }

  /** At the door: answers a call that comes during a lasting overload; false when it may go on. */
  turnsAway(request: IncomingMessage, response: ServerResponse): boolean {
    if (isProbe(request.url) || !this.isOverloaded()) return false;
    refuse(request, response);
    this.report();
    return true;
  }

  /** Past the guards: a call begins its work, or is one too many. */
  begin(response: ServerResponse): void {
    if (this.atWork <= this.calm) this.crowdedSince = undefined;
    if (this.isOverloaded()) {
      this.report();
      throw OVERLOADED;
    }
    this.atWork += 1;
    whenOver(response, this.end);
  }

  private readonly end = (): void => {
    this.atWork -= 1;
    this.answered += 1;
  };

  private isOverloaded(): boolean {
    if (this.atWork < this.standing) return false;
    this.crowdedSince ??= this.answered;
    const now = performance.now();
    const [limit, allowance] = now < this.waryUntil ? [2 * this.standing, this.standing] : [this.most, this.most];
    if (this.atWork < limit && this.answered - this.crowdedSince < allowance) return false;
    this.waryUntil = now + WARY_MS;
    return true;
  }

  /** A line each would cost more than the refusal. */
  private report(): void {
    this.metrics.turnedAway.inc();
    this.unreported += 1;
    if (this.unreported > 1) return;
    setTimeout(() => {
      this.logger.warn({ calls: this.unreported, reason: OVERLOADED.reason }, 'calls were turned away');
      this.unreported = 0;
    }, REPORT_MS).unref();
  }
}

const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);

/** Probes are answered even under overload: that is when they matter most. */
function isProbe(url = ''): boolean {
  return PROBES.has(url);
}

/** Made once, around the id of each call: many are refused when there is no time for anything. */
const HERE = '<request>';
const BODY = JSON.stringify(errorBody(OVERLOADED, HERE)).split(HERE);
const HEADERS = Object.entries({
  ...errorHeaders(OVERLOADED),
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json; charset=utf-8',
}).flat();

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const requestId = requestIdFrom(request.headers['x-request-id']);
  const body = BODY.join(JSON.stringify(requestId).slice(1, -1));
  response.writeHead(OVERLOADED.httpStatus, [...HEADERS, 'X-Request-Id', requestId, 'Content-Length', String(Buffer.byteLength(body))]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
