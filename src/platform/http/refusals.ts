import { Injectable } from '@nestjs/common';
import { toApiError } from '#platform/database/pg-errors';
import { ApiError } from '#platform/errors/api-error';
import { Logger } from '#platform/logging/logger';

/** Turns an exception into the error that the caller may see; the details go to the log. */
@Injectable()
export class Refusals {
  constructor(private readonly logger: Logger) {}

  of(thrown: unknown, requestId: string): ApiError {
    if (thrown instanceof ApiError) return thrown;
    const database = toApiError(thrown);
    if (database) {
      this.logger.warn({ err: thrown, requestId }, 'the database failed a call');
      return database;
    }
    this.logger.error({ err: thrown, requestId }, 'unexpected failure');
    return new ApiError('INTERNAL', 'Internal error; report the request id to the operator.', 'INTERNAL');
  }
}
