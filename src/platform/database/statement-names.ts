import { createHash } from 'node:crypto';

/** Names that are remembered; forgotten ones are made anew, and come out the same. */
const MAX_REMEMBERED = 1_000;

/** A statement does not exist, or exists already: a pooler has changed the connection behind our back. */
const LOST_STATEMENT = new Set(['26000', '42P05']);

/** Names under which connections keep statements prepared. The same text has the same name everywhere. */
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

  /** Gives names up for good when an error says that they do not last; then the statement is worth another try, without. */
  areLost(error: unknown): boolean {
    const lost = LOST_STATEMENT.has((error as { code?: string }).code ?? '');
    if (lost) this.used = false;
    return lost;
  }
}
