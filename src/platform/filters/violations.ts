const MAX_VIOLATIONS = 50;
const MAX_ECHO = 64;

export interface FilterViolation {
  /** The path of the offending part, such as `filters[2].rule.comparison`. */
  field: string;
  description: string;
}

/** Collects the violations of an input while it is parsed, so that the caller gets all of them at once. */
export class Violations {
  readonly found: FilterViolation[] = [];
  private stopped = false;

  /** The limit of reported violations is reached. */
  get enough(): boolean {
    return this.stopped || this.found.length >= MAX_VIOLATIONS;
  }

  /** Adds a violation; returns undefined so that a parser can return its result. */
  add(field: string, description: string): undefined {
    if (!this.enough) this.found.push({ field, description });
  }

  /** Adds a violation that ends the parsing. */
  addLast(field: string, description: string): undefined {
    this.add(field, description);
    this.stopped = true;
  }

  /** The members of an object that are set; an unknown member is a violation. */
  members<Key extends string>(input: unknown, path: string, known: readonly Key[]): Partial<Record<Key, unknown>> | undefined {
    if (input === undefined) return this.add(path, 'is required');
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return this.add(path, 'must be an object');
    const given: Partial<Record<Key, unknown>> = {};
    for (const [name, value] of Object.entries(input as Record<string, unknown>)) {
      const key = known.find((candidate) => candidate === name);
      if (key === undefined) this.add(`${path}.${name.slice(0, MAX_ECHO)}`, `is unknown; known here: ${known.join(', ')}`);
      else if (value !== null && value !== undefined) given[key] = value;
    }
    return given;
  }
}
