import { InvalidArgument, type FieldViolation } from '#platform/errors/api-error';
import { normalizeDomain } from './domain-name';

/** Normalizes a domain of a request; refuses anything else as INVALID_DOMAIN. */
export function readDomain(field: string, text: string): string {
  const read = normalizeDomain(text);
  if ('domain' in read) return read.domain;
  throw invalidDomain([{ field, description: read.problem }]);
}

/** Normalizes a list of domains; the error lists every invalid one. */
export function readDomains(field: string, texts: readonly string[]): string[] {
  const violations: FieldViolation[] = [];
  const domains = texts.map((text, index) => {
    const read = normalizeDomain(text);
    if ('domain' in read) return read.domain;
    violations.push({ field: `${field}[${index}]`, description: read.problem });
    return text;
  });
  if (violations.length > 0) throw invalidDomain(violations);
  return domains;
}

function invalidDomain(violations: readonly FieldViolation[]): InvalidArgument {
  const [first] = violations;
  return new InvalidArgument(`${first?.field}: ${first?.description}`, 'INVALID_DOMAIN', violations);
}
