const MAX_KNOWN = 10_000;
const KNOWN_MS = 60_000;

/**
 * Severities of which an organization had many observations a moment ago. Saves the list by severity a look at the counts.
 * What is wrong here costs time and nothing else.
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
