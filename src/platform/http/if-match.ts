import { ApiError } from '#platform/errors/api-error';
import { versionMatches, versionOf } from './etag';

/** Refuses a change when If-Match does not match the current version of the writable fields. */
export function assertUnchanged(ifMatch: string | undefined, writable: object, what: string): void {
  if (ifMatch === undefined || versionMatches(ifMatch, versionOf(writable))) return;
  const message = `The ${what} has changed since you read it.`;
  const preconditions = [{ type: 'ETAG_MISMATCH', subject: what, description: message }];
  throw new ApiError('FAILED_PRECONDITION', message, 'ETAG_MISMATCH', {}, { httpStatus: 412, preconditions });
}
