import { InvalidArgument, type FieldViolation } from '#platform/errors/api-error';
import { normalizeDomain } from './domain-name';

/** A domain that a request names, in the form it is stored in. */
export function readDomain(field: string, text: string): string {
  const read = normalizeDomain(text);
  if ('domain' in read) return read.domain;
  throw invalidDomain([{ field, description: read.problem }]);
}

/** The domains of a list; a refusal names every one that cannot be used. */
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
