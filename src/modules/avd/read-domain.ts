import { normalizeDomain } from '#platform/domains/domain-name';
import { InvalidArgument } from '#platform/errors/api-error';

/** Normalizes a domain of a request to its stored form. */
export function readDomain(field: string, text: string): string {
  const read = normalizeDomain(text);
  if ('domain' in read) return read.domain;
  throw new InvalidArgument(`${field}: ${read.problem}`, 'INVALID_REQUEST', [{ field, description: read.problem }]);
}
