import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A call that is not renewed for this long belonged to a killed process. */
const LEASE_MS = 15_000;
const RENEW_MS = LEASE_MS / 3;

/** The calls of an organization are members of a sorted set; the scores are the ends of their leases, by the clock of Redis. */
const NOW = `local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)`;
const ENTER = `${NOW}
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 1`;
const RENEW = `${NOW}
  for at = 2, #ARGV do redis.call('ZADD', KEYS[1], 'XX', now + ARGV[1], ARGV[at]) end
  redis.call('PEXPIRE', KEYS[1], ARGV[1])`;

/** Counts the calls in flight of all processes in Redis. */
export class SharedCalls {
  /** The calls of this process, by key. */
  private readonly live = new Map<string, Set<string>>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly redis: Redis) {
    this.timer = setInterval(() => void this.renew(), RENEW_MS).unref();
  }

  /** The id of the call, or undefined when the limit is reached. Without an answer from Redis, the call is allowed. */
  async enter(organizationId: string, limit: number): Promise<string | undefined> {
    const key = keyOf(organizationId);
    const call = randomUUID();
    const entered = await this.redis.eval(ENTER, 1, key, limit, LEASE_MS, call).catch(() => 1);
    if (entered === 0) return undefined;
    const calls = this.live.get(key) ?? new Set();
    this.live.set(key, calls.add(call));
    return call;
  }

  leave(organizationId: string, call: string): void {
    const key = keyOf(organizationId);
    const calls = this.live.get(key);
    calls?.delete(call);
    if (calls?.size === 0) this.live.delete(key);
    this.redis.zrem(key, call).catch(() => undefined); // the lease expires instead
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    await Promise.allSettled([...this.live].map(([key, calls]) => this.redis.eval(RENEW, 1, key, LEASE_MS, ...calls)));
  }
}

function keyOf(organizationId: string): string {
  return `vendor-risk:in-flight:${organizationId}`;
}
