import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '#platform/errors/api-error';

/** The way out: calls in flight are finished before the service stops listening, and whatever comes meanwhile is sent elsewhere. */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  private readonly inFlight = new Set<Response>();
  private finished: (() => void) | undefined;

  beforeApplicationShutdown(): Promise<void> {
    return new Promise((finished) => {
      this.finished = finished;
      for (const response of this.inFlight) closeAfter(response);
      if (this.inFlight.size === 0) finished();
    });
  }

  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    if (this.finished && request.path !== '/health/live') {
      const extras = { retryAfterSeconds: 5, headers: { Connection: 'close' } };
      next(new ApiError('UNAVAILABLE', 'The service is shutting down.', 'SHUTTING_DOWN', {}, extras));
      return;
    }
    if (this.finished) closeAfter(response);
    this.inFlight.add(response);
    response.once('close', () => {
      this.inFlight.delete(response);
      if (this.inFlight.size === 0) this.finished?.();
    });
    next();
  };
}

/** A connection that stayed open would keep the server from closing. */
function closeAfter(response: Response): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
