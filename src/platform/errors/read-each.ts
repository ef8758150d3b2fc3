import { InvalidArgument, type FieldViolation } from './api-error';

/** Why a text cannot be read. */
export class Problem {
  constructor(readonly description: string) {}
}

/** Reads each text of a list. The error names every one that cannot be read, by its place in the list. */
export function readEach<T>(field: string, texts: readonly string[], read: (text: string) => T | Problem, reason?: string): T[] {
  const values: T[] = [];
  const violations: FieldViolation[] = [];
  for (const [index, text] of texts.entries()) {
    const value = read(text);
    if (value instanceof Problem) violations.push({ field: `${field}[${index}]`, description: value.description });
    else values.push(value);
  }
  const [first] = violations;
  if (first) throw new InvalidArgument(`${first.field}: ${first.description}`, reason, violations);
  return values;
}
