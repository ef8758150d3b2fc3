import { Aborted } from '#platform/errors/api-error';
import { etagMatches, etagOf } from './etag';

/** Refuses a change by a caller who names, in If-Match, another state than the one its GET would answer with now. */
export function assertUnchanged(ifMatch: string | undefined, current: object, what: string): void {
  if (ifMatch === undefined || etagMatches(ifMatch, etagOf(JSON.stringify(current)))) return;
  throw new Aborted(`The ${what} has changed since you read it.`, 'ETAG_MISMATCH');
}
