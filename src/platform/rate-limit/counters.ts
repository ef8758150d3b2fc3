import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { Env } from '#platform/config/env';
import { Logger } from '#platform/logging/logger';
import { Metrics } from '#platform/metrics/metrics';
import { connectRedis, disconnectRedis } from '#platform/redis/connect-redis';

export interface Spent {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the next window, at least one. */
  resetSeconds: number;
}

/** Counts calls in fixed windows. The counters are in Redis, shared by all processes, or in this process when Redis is not configured or fails. */
@Injectable()
export class Counters implements OnApplicationShutdown {
  private readonly redis: Redis | undefined;
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  constructor(env: Env, logger: Logger, metrics: Metrics) {
    this.redis = env.REDIS_URL === undefined ? undefined : connectRedis(env.REDIS_URL);
    let isReachable: boolean | undefined;
    this.redis?.on('ready', () => {
      if (isReachable === false) logger.warn({}, 'Redis can be reached again');
      isReachable = true;
    });
    this.redis?.on('error', ({ message }) => {
      metrics.redisFailures.inc();
      if (isReachable !== false) logger.warn({ error: message }, 'Redis cannot be reached: each process counts calls by itself');
      isReachable = false;
    });
  }

  async spend(counter: string, key: string, points: number, windowSeconds: number): Promise<Spent> {
    try {
      return spent(points, await this.limiter(counter, points, windowSeconds).consume(key));
    } catch (refusal) {
      // The limiter rejects with the same result when the limit is exceeded.
      if (refusal instanceof RateLimiterRes) return spent(points, refusal);
      throw refusal;
    }
  }

  onApplicationShutdown(): Promise<void> {
    return disconnectRedis(this.redis);
  }

  /** One limiter for each limit. The count is stored under the key, so organizations share nothing. */
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

function spent(points: number, { consumedPoints, msBeforeNext }: RateLimiterRes): Spent {
  return {
    allowed: consumedPoints <= points,
    remaining: Math.max(0, points - consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
