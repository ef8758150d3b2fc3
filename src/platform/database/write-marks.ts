import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { connectRedis, disconnectRedis } from '#platform/redis/connect-redis';
import { PLATFORM, type Scope } from './scope';

/** Longer than a replica may lag, by more than the moment between a commit and its mark. */
export const MARK_MS = 5000;

const PATIENCE_MS = 1000;

/** Which organizations wrote a moment ago, known to every process: they read from the primary until replicas have caught up. */
export class WriteMarks {
  private readonly redis: Redis;
  private trustedFrom = Infinity;
  /** A process that has only just begun waits for its connection, so that not even its first write goes unmarked. */
  private readonly connected: Promise<unknown>;

  constructor(url: string) {
    this.redis = connectRedis(url);
    this.redis.on('ready', () => {
      this.distrust(); // a Redis that was away may have forgotten marks, and has missed others
    });
    this.connected = once(this.redis, 'ready', { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
    this.redis.on('close', () => (this.trustedFrom = Infinity));
  }

  /** To be awaited before a caller hears that something was written. */
  async wrote(scope: Scope): Promise<void> {
    if (scope === PLATFORM) return;
    try {
      await this.connected;
      await this.redis.set(keyOf(scope), '', 'PX', MARK_MS);
    } catch {
      this.distrust();
    }
  }

  /** False also when it cannot be told. */
  async isQuiet(organizationId: string): Promise<boolean> {
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
