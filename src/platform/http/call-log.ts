import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { Env } from '#platform/config/env';
import type { AuthenticatedRequest, Caller } from '#platform/identity/caller';
import { Logger } from '#platform/logging/logger';
import { Metrics } from '#platform/metrics/metrics';
import { flushTraces, startCall } from '#platform/tracing/tracing';
import { requestIdFrom } from './request-id';

/** A call that was refused early has no caller. */
type CalledRequest = Omit<AuthenticatedRequest, 'caller'> & { caller?: Caller };

/** Assigns the request id, and writes the log line, the metrics and the span when the call is over. */
@Injectable()
export class CallLog implements OnApplicationShutdown {
  constructor(
    private readonly env: Env,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  readonly middleware = (request: CalledRequest, response: Response, next: NextFunction): void => {
    const started = performance.now();
    const span = startCall(request.headers);
    const requestId = requestIdFrom(request.headers['x-request-id']);
    // Read now, because a closed connection has no address. Express would look for proxies in the headers even when none is trusted.
    const address = this.env.TRUST_PROXY === 0 ? request.socket.remoteAddress : request.ip;
    request.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    response.on('close', () => {
      const ms = performance.now() - started;
      const operation = request.operation ?? 'none';
      const surface = request.surface ?? 'rest';
      const status = response.writableEnded ? (request.outcome ?? response.statusCode) : 499;
      this.metrics.observe(operation, surface, status, ms / 1000);
      const organization = request.caller?.organizationId;
      span?.end(operation, status, {
        'http.request.method': request.method,
        'vendor_risk.organization': organization,
        'vendor_risk.surface': surface,
        'vendor_risk.reason': request.reason,
      });
      this.logger.call({
        requestId,
        trace_id: span?.traceId,
        address,
        organization,
        client: request.caller?.clientId ?? request.claimedClient,
        operation,
        surface,
        method: request.method,
        path: request.path.slice(0, 300),
        status,
        reason: request.reason,
        ms: Math.round(ms * 100) / 100,
      });
    });
    if (span) span.run(next);
    else next();
  };

  onApplicationShutdown(): Promise<void> {
    return flushTraces();
  }
}
