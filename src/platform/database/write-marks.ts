import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { connectRedis, disconnectRedis } from '#platform/redis/connect-redis';
import { PLATFORM, type Tenant } from './tenant';

/** Longer than a replica may lag, by more than the time between a commit and its mark. */
export const MARK_MS = 5000;

const TIMEOUT_MS = 1000;

/** Marks organizations that wrote recently, visible to every process: they read from the primary until the replicas have caught up. */
export class WriteMarks {
  private readonly redis: Redis;
  private trustedFrom = Infinity;
  /** Awaited before the first write of a new process, so that it does not go unmarked. */
  private readonly connected: Promise<unknown>;

  constructor(url: string) {
    this.redis = connectRedis(url);
    this.redis.on('ready', () => {
      this.distrust(); // after a reconnect, Redis may have lost marks and missed others
    });
    this.connected = once(this.redis, 'ready', { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
    this.redis.on('close', () => (this.trustedFrom = Infinity));
  }

  /** Must be awaited before a write is acknowledged to the caller. */
  async wrote(tenant: Tenant): Promise<void> {
    if (tenant === PLATFORM) return;
    try {
      await this.connected;
      await this.redis.set(keyOf(tenant), '', 'PX', MARK_MS);
    } catch {
      this.distrust();
    }
  }

  /** Also false while marks may be missing, and when Redis does not answer. */
  async hasNoRecentWrite(organizationId: string): Promise<boolean> {
    if (performance.now() < this.trustedFrom) return false;
    return this.redis.exists(keyOf(organizationId)).then(
      (marks) => marks === 0,
      () => false,
    );
  }

  close(): Promise<void> {
    return disconnectRedis(this.redis);
  }

  private distrust(): void {
    this.trustedFrom = performance.now() + MARK_MS;
  }
}

function keyOf(organizationId: string): string {
  return `vendor-risk:wrote:${organizationId}`;
}
