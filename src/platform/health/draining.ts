import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '#platform/errors/api-error';

/** The way out: what is in flight is finished, and whatever still comes in is sent elsewhere. */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  private started = false;

  beforeApplicationShutdown(): void {
    this.started = true;
  }

  readonly middleware = (request: Request, _response: Response, next: NextFunction): void => {
    if (!this.started || request.path === '/health/live') {
      next();
      return;
    }
    const extras = { retryAfterSeconds: 5, headers: { Connection: 'close' } };
    next(new ApiError('UNAVAILABLE', 'The service is shutting down.', 'SHUTTING_DOWN', {}, extras));
  };
}
