import { InvalidArgument } from '#platform/errors/api-error';
import { Problem, readEach } from '#platform/errors/read-each';
import { normalizeDomain } from './domain-name';

/** Normalizes a domain of a request; refuses anything else as INVALID_DOMAIN. */
export function readDomain(field: string, text: string): string {
  const read = normalizeDomain(text);
  if ('domain' in read) return read.domain;
  throw new InvalidArgument(`${field}: ${read.problem}`, 'INVALID_DOMAIN', [{ field, description: read.problem }]);
}

/** Normalizes a list of domains; the error lists every invalid one. */
export function readDomains(field: string, texts: readonly string[]): string[] {
  return readEach(
    field,
    texts,
    (text) => {
      const read = normalizeDomain(text);
      return 'domain' in read ? read.domain : new Problem(read.problem);
    },
    'INVALID_DOMAIN',
  );
}
