import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Env } from '#platform/config/env';
import { ApiError } from '#platform/errors/api-error';

/** Graceful shutdown: calls in flight complete before the service stops listening, and new calls are refused with 503. */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  private readonly inFlight = new Set<Response>();
  private leaving = false;
  private finished: (() => void) | undefined;

  constructor(private readonly env: Env) {}

  /** Reports itself as not ready first, so that load balancers stop sending calls before they are refused. */
  async beforeApplicationShutdown(): Promise<void> {
    this.leaving = true;
    await pause(this.env.SHUTDOWN_DELAY_SECONDS * 1000);
    await new Promise<void>((finished) => {
      this.finished = finished;
      for (const response of this.inFlight) closeAfter(response);
      if (this.inFlight.size === 0) finished();
    });
  }

  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    if (this.refuses(request.path)) {
      const extras = { retryAfterSeconds: 5, headers: { Connection: 'close' } };
      next(new ApiError('UNAVAILABLE', 'The service is shutting down.', 'SHUTTING_DOWN', {}, extras));
      return;
    }
    if (this.finished) closeAfter(response);
    this.inFlight.add(response);
    response.on('close', () => {
      this.inFlight.delete(response);
      if (this.inFlight.size === 0) this.finished?.();
    });
    next();
  };

  private refuses(path: string): boolean {
    return this.finished ? path !== '/health/live' : this.leaving && path === '/health/ready';
  }
}

/** Asks the client to close the connection: an open keep-alive connection would keep the server from closing. */
function closeAfter(response: Response): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
