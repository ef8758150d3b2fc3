import type { ServerResponse } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Env } from '#platform/config/env';
import { ApiError } from '#platform/errors/api-error';
import { whenCallEnds } from '#platform/http/call-end';
import { connectRedis, disconnectRedis } from '#platform/redis/connect-redis';
import { SharedCalls } from './shared-calls';

const RETRY_AFTER_SECONDS = 1;

/**
 * Limits the concurrent calls of one organization, so that it cannot take every database connection. The limit applies across
 * processes with Redis, and per process without Redis or when it fails.
 */
@Injectable()
export class CallsInFlight implements OnApplicationShutdown {
  private readonly limit: number;
  private readonly counts = new Map<string, number>();
  private readonly redis: Redis | undefined;
  private readonly shared: SharedCalls | undefined;

  constructor(env: Env) {
    this.limit = env.CALLS_IN_FLIGHT;
    this.redis = env.REDIS_URL === undefined ? undefined : connectRedis(env.REDIS_URL);
    this.shared = this.redis && new SharedCalls(this.redis);
  }

  /** Counts a call until it ends, or refuses it. Synchronous without Redis. */
  enter(organizationId: string, response: ServerResponse): Promise<void> | undefined {
    const count = this.counts.get(organizationId) ?? 0;
    if (count >= this.limit) throw this.refusal();
    this.counts.set(organizationId, count + 1);
    const entering = this.shared?.enter(organizationId, this.limit);
    whenCallEnds(response, () => {
      this.leave(organizationId, entering);
    });
    return entering?.then((call) => {
      if (call === undefined) throw this.refusal();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.shared?.stop();
    await disconnectRedis(this.redis);
  }

  private leave(organizationId: string, entering: Promise<string | undefined> | undefined): void {
    const left = (this.counts.get(organizationId) ?? 1) - 1;
    if (left === 0) this.counts.delete(organizationId);
    else this.counts.set(organizationId, left);
    void entering?.then((call) => {
      if (call !== undefined) this.shared?.leave(organizationId, call);
    });
  }

  private refusal(): ApiError {
    return new ApiError(
      'RESOURCE_EXHAUSTED',
      `Concurrency limit exceeded: ${this.limit} calls of the organization are in progress. Wait for one to finish.`,
      'CONCURRENCY_LIMIT_EXCEEDED',
      { limit: String(this.limit) },
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}
