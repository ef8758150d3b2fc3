const MAX_KNOWN = 10_000;
const KNOWN_MS = 60_000;

/**
 * Remembers severities of which an organization recently had many observations, so that lists by severity need not check the counts. An
 * outdated entry costs time and nothing else.
 */
export class FrequentSeverities {
  private readonly until = new Map<string, number>();

  has(key: string): boolean {
    return (this.until.get(key) ?? 0) > Date.now();
  }

  add(key: string): void {
    if (this.until.size >= MAX_KNOWN) this.until.clear();
    this.until.set(key, Date.now() + KNOWN_MS);
  }
}
