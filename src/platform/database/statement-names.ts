import { createHash } from 'node:crypto';

/** Size of the cache; a name that was evicted is computed again and is the same. */
const MAX_REMEMBERED = 1_000;

/** A prepared statement does not exist, or exists already: a pooler has switched the server connection. */
const LOST_STATEMENT = new Set(['26000', '42P05']);

/** Names of prepared statements. The same text has the same name in every process. */
export class StatementNames {
  private readonly names = new Map<string, string>();

  constructor(private used: boolean) {}

  of(text: string): string | undefined {
    if (!this.used) return undefined;
    let name = this.names.get(text);
    if (name === undefined) {
      if (this.names.size >= MAX_REMEMBERED) this.names.clear();
      name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
      this.names.set(text, name);
    }
    return name;
  }

  /**
   * Whether the error shows that prepared statements do not survive on this connection. If so, stops naming statements, and
   * the caller can retry without names.
   */
  areLost(error: unknown): boolean {
    const lost = LOST_STATEMENT.has((error as { code?: string }).code ?? '');
    if (lost) this.used = false;
    return lost;
  }
}
