import { asDatabaseFailure } from './database-failure';
import { POOL_EXHAUSTED } from './pg-errors';
import { PLATFORM, type Scope } from './scope';

interface Share {
  held: number;
  waiting: Set<() => void>;
}

/**
 * Limits how many connections of a pool one organization holds. However many slow statements it runs, the next organization
 * finds a free connection, and its own further statements wait for one of its own to end.
 */
export class ConnectionShares {
  private readonly limit: number;
  private readonly shares = new Map<Scope, Share>();

  constructor(
    poolSize: number,
    private readonly timeoutMs: number,
  ) {
    this.limit = Math.max(1, poolSize - Math.max(1, Math.floor(poolSize / 4)));
  }

  async hold<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    const turn = this.enter(scope);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      this.leave(scope);
    }
  }

  /** Takes one connection of the share. Undefined when that is possible at once, which costs no promise; otherwise wait for the result. */
  enter(scope: Scope): Promise<void> | undefined {
    if (scope === PLATFORM) return undefined;
    let share = this.shares.get(scope);
    if (!share) {
      share = { held: 0, waiting: new Set() };
      this.shares.set(scope, share);
    }
    if (share.held >= this.limit) return this.turn(share);
    share.held += 1;
    return undefined;
  }

  /** To be called once for each connection taken. */
  leave(scope: Scope): void {
    const share = scope === PLATFORM ? undefined : this.shares.get(scope);
    if (!share) return;
    const [next] = share.waiting;
    if (next) {
      share.waiting.delete(next);
      next();
      return;
    }
    share.held -= 1;
    if (share.held === 0) this.shares.delete(scope);
  }

  /** Waits until another statement of the organization releases its place, or until the connection timeout. */
  private turn({ waiting }: Share): Promise<void> {
    return new Promise((granted, failed) => {
      const grant = () => {
        clearTimeout(timer);
        granted();
      };
      const timer = setTimeout(() => {
        waiting.delete(grant);
        failed(asDatabaseFailure(new Error(POOL_EXHAUSTED)));
      }, this.timeoutMs);
      waiting.add(grant);
    });
  }
}
