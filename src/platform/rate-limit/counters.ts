import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { Env } from '#platform/config/env';
import { connectRedis, disconnectRedis } from '#platform/redis/connect-redis';

export interface Spent {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the window starts anew, at least one. */
  resetSeconds: number;
}

/** Counts calls in fixed windows: in Redis, shared by all processes, or in this process alone when there is none or it fails. */
@Injectable()
export class Counters implements OnApplicationShutdown {
  private readonly redis: Redis | undefined;
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  constructor(env: Env) {
    this.redis = env.REDIS_URL === undefined ? undefined : connectRedis(env.REDIS_URL);
  }

  async spend(counter: string, key: string, points: number, windowSeconds: number): Promise<Spent> {
    const result = await this.limiter(counter, points, windowSeconds)
      .consume(key)
      .catch((refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return refusal;
        throw refusal;
      });
    return {
      allowed: result.consumedPoints <= points,
      remaining: Math.max(0, points - result.consumedPoints),
      resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    };
  }

  onApplicationShutdown(): Promise<void> {
    return disconnectRedis(this.redis);
  }

  /** One limiter a limit: the count itself lies under the key, so organizations with other limits share nothing. */
  private limiter(counter: string, points: number, duration: number): RateLimiterAbstract {
    const name = `${counter}:${points}:${duration}`;
    let limiter = this.limiters.get(name);
    if (!limiter) {
      const options = { keyPrefix: `vendor-risk:${counter}`, points, duration };
      const local = new RateLimiterMemory(options);
      limiter = this.redis
        ? new RateLimiterRedis({ ...options, storeClient: this.redis, insuranceLimiter: local, rejectIfRedisNotReady: true })
        : local;
      this.limiters.set(name, limiter);
    }
    return limiter;
  }
}
