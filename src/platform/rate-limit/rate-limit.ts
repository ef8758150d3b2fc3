import { Injectable } from '@nestjs/common';
import type { Caller, Surface } from '#platform/identity/caller';
import type { RateLimitDecision } from '#platform/identity/decisions';
import { Env } from '#platform/config/env';
import { ApiError } from '#platform/errors/api-error';
import { Counters } from './counters';

export const WINDOW_SECONDS = 60;

/** The limit of an organization. REST and MCP share the number and have separate counters. */
@Injectable()
export class RateLimit {
  constructor(
    private readonly env: Env,
    private readonly counters: Counters,
  ) {}

  limitOf(caller: Caller): number {
    return caller.organization.rateLimitPerMinute ?? this.env.RATE_LIMIT_PER_MINUTE;
  }

  /** Counts one call and decides whether it is within the limit. */
  async count(caller: Caller, surface: Surface): Promise<RateLimitDecision> {
    const limit = this.limitOf(caller);
    const { allowed, remaining, resetSeconds } = await this.counters.spend(surface, caller.organizationId, limit, WINDOW_SECONDS);
    return { surface, allowed, limit, windowSeconds: WINDOW_SECONDS, remaining, resetSeconds };
  }
}

export function rateLimitExceeded({ surface, limit, windowSeconds, resetSeconds }: RateLimitDecision): ApiError {
  return new ApiError(
    'RESOURCE_EXHAUSTED',
    `Rate limit exceeded: ${limit} calls per minute. Retry after ${resetSeconds} seconds.`,
    'RATE_LIMIT_EXCEEDED',
    { limit: String(limit), windowSeconds: String(windowSeconds), surface },
    { retryAfterSeconds: resetSeconds },
  );
}
