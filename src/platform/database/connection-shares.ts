import { asDatabaseFailure } from './database-failure';
import { POOL_EXHAUSTED } from './pg-errors';
import { PLATFORM, type Tenant } from './tenant';

const SAMPLE_MS = 50;
/** Samples without a statement after which an organization no longer counts as active: about a second. */
const MAX_IDLE_SAMPLES = 20;
/** How much of the average a sample replaces. */
const WEIGHT = 0.25;
/** With more concurrent statements than this on average, the organization always needs more than one connection. */
const HEAVY = 1.5;

interface Share {
  held: number;
  waiting: Set<() => void>;
  /** Statements running and waiting, averaged over the last samples. */
  demand: number;
  idleSamples: number;
  limit: number;
}

/**
 * Limits how many connections of a pool one organization holds, so that the next organization finds a free one. An
 * organization that always needs several gets only an eighth of the pool while others are active, because its statements
 * also take processor time of the database from theirs. Its further statements wait for one of its own to end.
 */
export class ConnectionShares {
  private readonly limit: number;
  private readonly crowdedLimit: number;
  private readonly shares = new Map<Tenant, Share>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    poolSize: number,
    private readonly timeoutMs: number,
  ) {
    this.limit = Math.max(1, poolSize - Math.max(1, Math.floor(poolSize / 4)));
    this.crowdedLimit = Math.max(1, Math.floor(poolSize / 8));
  }

  async hold<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
    const turn = this.enter(tenant);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      this.leave(tenant);
    }
  }

  /** Takes one connection of the share. Returns undefined if one is free, which saves a promise; otherwise await the result. */
  enter(tenant: Tenant): Promise<void> | undefined {
    if (tenant === PLATFORM) return undefined;
    const share = this.shares.get(tenant) ?? this.open(tenant);
    share.idleSamples = 0;
    if (share.held >= share.limit) return this.turn(share);
    share.held += 1;
    return undefined;
  }

  /** Call once for each connection taken. */
  leave(tenant: Tenant): void {
    const share = tenant === PLATFORM ? undefined : this.shares.get(tenant);
    if (!share) return;
    share.held -= 1;
    if (share.waiting.size > 0) this.grant(share);
  }

  private open(tenant: string): Share {
    const share = { held: 0, waiting: new Set<() => void>(), demand: 0, idleSamples: 0, limit: this.limit };
    this.shares.set(tenant, share);
    this.timer ??= setInterval(this.sample, SAMPLE_MS).unref();
    return share;
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

  private grant(share: Share): void {
    for (const next of share.waiting) {
      if (share.held >= share.limit) return;
      share.waiting.delete(next);
      share.held += 1;
      next();
    }
  }

  private readonly sample = (): void => {
    for (const [tenant, share] of this.shares) {
      const now = share.held + share.waiting.size;
      share.demand += WEIGHT * (now - share.demand);
      share.idleSamples += 1;
      if (now === 0 && share.idleSamples > MAX_IDLE_SAMPLES) this.shares.delete(tenant);
    }
    const isCrowded = this.shares.size > 1;
    for (const share of this.shares.values()) {
      share.limit = isCrowded && share.demand > HEAVY ? this.crowdedLimit : this.limit;
      this.grant(share);
    }
    if (this.shares.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  };
}
