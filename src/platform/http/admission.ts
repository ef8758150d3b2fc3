import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Env } from '#platform/config/env';
import { Unavailable } from '#platform/errors/api-error';
import { errorBody, errorHeaders } from '#platform/errors/error-body';
import { Logger } from '#platform/logging/logger';
import { Metrics } from '#platform/metrics/metrics';
import { whenCallEnds } from './call-end';
import { requestIdFrom } from './request-id';

/** Concurrent calls per database connection: more would only wait longer. */
const CALLS_PER_CONNECTION = 4;
/** The limit while most calls are refused: connections stay busy, and admitted calls wait less. */
const MIN_CALLS_PER_CONNECTION = 2;
/** Size of a burst that is admitted beyond that. */
const BURST = 128;
/** For this long after a refusal, no burst is admitted: at most twice the normal limit. */
const STRICT_MS = 1000;
const REPORT_MS = 1000;

const OVERLOADED = new Unavailable('The service is overloaded; try again.', 'SERVICE_OVERLOADED', 1);

/**
 * Load shedding: refuses calls under overload, so that admitted calls stay fast. A burst is not an overload: calls are
 * refused only when the backlog exceeds its limit, or when it is still there after that many calls were answered; then until it
 * has cleared. It counts calls, not milliseconds, so it does not depend on the speed of the machine. Only calls past the guards count, not those
 * whose body is still arriving or that a guard refuses: 429 takes precedence over 503. A call is refused on arrival, before
 * it costs anything, or when its work would start.
 */
@Injectable()
export class Admission {
  private readonly normalLimit: number;
  private readonly burstLimit: number;
  private readonly idleLimit: number;
  private readonly lowLimit: number;
  /** Calls that were admitted so far. */
  begun = 0;
  private inProgress = 0;
  private answered = 0;
  /** Number of calls answered when the backlog began. */
  private answeredAtBacklog: number | undefined;
  private strictUntil = 0;
  /** Refused calls minus admitted ones, since the backlog began. It also falls with time: by a burst each second. */
  private pressure = 0;
  private pressedAt = 0;
  private unreported = 0;

  constructor(
    env: Env,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {
    this.normalLimit = CALLS_PER_CONNECTION * env.DATABASE_POOL_SIZE;
    this.burstLimit = this.normalLimit + BURST;
    this.idleLimit = env.DATABASE_POOL_SIZE;
    // An organization alone must not reach it: then its calls would keep all others out.
    const aboveOneOrganization = env.CALLS_IN_FLIGHT + env.DATABASE_POOL_SIZE;
    this.lowLimit = Math.min(this.normalLimit, Math.max(MIN_CALLS_PER_CONNECTION * env.DATABASE_POOL_SIZE, aboveOneOrganization));
  }

  /** On arrival: answers the call with 503 during a lasting overload; false when it may continue. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean {
    if (isProbe(request.url) || !this.isOverloaded()) return false;
    refuse(request, response);
    this.report();
    return true;
  }

  /** Past the guards: the call starts its work, or is refused. */
  begin(response: ServerResponse): void {
    if (this.inProgress <= this.idleLimit) {
      this.answeredAtBacklog = undefined;
      this.pressure = 0;
    }
    if (this.isOverloaded()) {
      this.report();
      throw OVERLOADED;
    }
    if (this.pressure > 0) this.press(-1, performance.now());
    this.begun += 1;
    this.inProgress += 1;
    whenCallEnds(response, this.end);
  }

  private readonly end = (): void => {
    this.inProgress -= 1;
    this.answered += 1;
  };

  private isOverloaded(): boolean {
    if (this.inProgress < this.lowLimit) return false;
    const now = performance.now();
    this.press(0, now);
    if (this.inProgress < this.normalLimit && this.pressure <= this.burstLimit) return false;
    this.answeredAtBacklog ??= this.answered;
    const [limit, allowance] = now < this.strictUntil ? [2 * this.normalLimit, this.normalLimit] : [this.burstLimit, this.burstLimit];
    if (this.inProgress < limit && this.answered - this.answeredAtBacklog < allowance) return false;
    this.strictUntil = now + STRICT_MS;
    this.press(1, now);
    return true;
  }

  private press(calls: number, now: number): void {
    const left = this.pressure - ((now - this.pressedAt) / 1000) * this.burstLimit;
    this.pressure = Math.min(Math.max(0, left) + calls, 2 * this.burstLimit);
    this.pressedAt = now;
  }

  /** Logs refusals in batches: a log line each would cost more than the refusal. */
  private report(): void {
    this.metrics.turnedAway.inc();
    this.unreported += 1;
    if (this.unreported > 1) return;
    setTimeout(() => {
      this.logger.warn({ calls: this.unreported, reason: OVERLOADED.reason }, 'calls refused: overloaded');
      this.unreported = 0;
    }, REPORT_MS).unref();
  }
}

const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);

/** Probes are answered even under overload, when they matter most. */
function isProbe(url = ''): boolean {
  return PROBES.has(url);
}

/** The body is serialized once, around the request id, so that a refusal is cheap. */
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
