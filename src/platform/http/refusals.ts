import { Injectable } from '@nestjs/common';
import { toApiError } from '#platform/database/pg-errors';
import { ApiError } from '#platform/errors/api-error';
import { Logger } from '#platform/logging/logger';

/** Turns whatever was thrown into what the caller may know of it; the rest goes to the log. */
@Injectable()
export class Refusals {
  constructor(private readonly logger: Logger) {}

  of(thrown: unknown, requestId: string): ApiError {
    if (thrown instanceof ApiError) return thrown;
    const database = toApiError(thrown);
    if (database) {
      this.logger.warn({ err: thrown, requestId }, 'database refused a call');
      return database;
    }
    this.logger.error({ err: thrown, requestId }, 'unexpected failure');
    return new ApiError('INTERNAL', 'Something went wrong on our side; the request id identifies the call.', 'INTERNAL');
  }
}
