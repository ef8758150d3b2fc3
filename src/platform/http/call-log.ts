import { Injectable } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { Env } from '#platform/config/env';
import type { AuthenticatedRequest, Caller } from '#platform/identity/caller';
import { Logger } from '#platform/logging/logger';
import { Metrics } from '#platform/metrics/metrics';
import { requestIdFrom } from './request-id';

/** A call that was refused early has no caller. */
type CalledRequest = Omit<AuthenticatedRequest, 'caller'> & { caller?: Caller };

/** Assigns the request id, and writes the log line and the metrics when the call is over. */
@Injectable()
export class CallLog {
  constructor(
    private readonly env: Env,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  readonly middleware = (request: CalledRequest, response: Response, next: NextFunction): void => {
    const started = performance.now();
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
      this.logger.call({
        requestId,
        address,
        organization: request.caller?.organizationId,
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
    next();
  };
}
