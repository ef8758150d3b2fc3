import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Env } from '#platform/config/env';
import { Unavailable } from '#platform/errors/api-error';
import { errorBody, errorHeaders } from '#platform/errors/error-body';
import { Logger } from '#platform/logging/logger';
import { Metrics } from '#platform/metrics/metrics';
import { requestIdFrom } from './request-id';

/** Calls at work for each database connection: more would only wait longer. */
const STANDING = 4;
/** As many as may come at once. */
const BURST = 128;
/** After a round and so many more calls, an overload is no passing matter. */
const PASSING = 128;
/** As long as this after the last refusal at the door, calls are refused there at once. */
const WARY_MS = 1000;
const REPORT_MS = 1000;

const OVERLOADED = new Unavailable('The service has more to do than it can; try again.', 'SERVICE_OVERLOADED', 1);

/**
 * Turns calls away while more come than can be answered, so that those let in are answered as fast as ever. A burst is
 * no overload: only when the pile is as high as before after a whole round of calls was answered are further ones
 * refused, until it is gone. Rounds, not milliseconds: how fast the machine is does not matter. Only calls at work
 * count, not those that are still being read or that a guard refuses: whoever is over a limit is told so. When an
 * overload lasts, calls are refused at the door, before anything is spent on them.
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
    this.most = BURST * env.DATABASE_POOL_SIZE;
    this.calm = env.DATABASE_POOL_SIZE;
  }

  /** At the door: answers a call that comes during a lasting overload; false when it may go on. */
  turnsAway(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.atWork < this.standing || isProbe(request.url)) return false;
    const now = performance.now();
    if (this.isBurst(now < this.waryUntil ? 0 : PASSING)) return false;
    this.waryUntil = now + WARY_MS;
    refuse(request, response);
    this.report();
    return true;
  }

  /** Past the guards: a call begins its work, or is too many. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    if (response.closed) return; // its caller has gone, and nothing will say when it ends
    if (this.atWork < this.standing) {
      if (this.atWork <= this.calm) this.crowdedSince = undefined;
    } else if (!this.isBurst() && !isProbe(request.url)) {
      this.report();
      throw OVERLOADED;
    }
    this.atWork += 1;
    response.once('close', this.end);
  }

  private readonly end = (): void => {
    this.atWork -= 1;
    this.answered += 1;
  };

  private isBurst(more = 0): boolean {
    if (this.atWork >= this.most) return false;
    this.crowdedSince ??= this.answered;
    return this.answered - this.crowdedSince < this.standing + more;
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

/** Whoever watches the service must see it most of all when it is busy. */
function isProbe(url = ''): boolean {
  return url.startsWith('/health/') || url.startsWith('/metrics');
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const requestId = requestIdFrom(request.headers['x-request-id']);
  const body = JSON.stringify(errorBody(OVERLOADED, requestId));
  response.writeHead(OVERLOADED.httpStatus, {
    ...errorHeaders(OVERLOADED),
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
