import { normalizeDomain } from '#platform/domains/domain-name';
import { InvalidArgument } from '#platform/errors/api-error';

/** A domain that a request names, as it is kept. */
export function readDomain(field: string, text: string): string {
  const read = normalizeDomain(text);
  if ('domain' in read) return read.domain;
  throw new InvalidArgument(`${field}: ${read.problem}`, 'INVALID_REQUEST', [{ field, description: read.problem }]);
}
