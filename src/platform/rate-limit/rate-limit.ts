import { Injectable } from '@nestjs/common';
import type { Caller, Surface } from '#platform/identity/caller';
import { Env } from '#platform/config/env';
import { ApiError } from '#platform/errors/api-error';
import { Counters, type Spent } from './counters';

export const WINDOW_SECONDS = 60;

/** The limit of an organization: REST and MCP have the same number and count apart. */
@Injectable()
export class RateLimit {
  constructor(
    private readonly env: Env,
    private readonly counters: Counters,
  ) {}

  limitOf(caller: Caller): number {
    return caller.organization.rateLimitPerMinute ?? this.env.RATE_LIMIT_PER_MINUTE;
  }

  /** Counts one call; sets every header a client steers by, and refuses what is over the limit. */
  async spend(caller: Caller, surface: Surface, setHeader: (name: string, value: string) => void): Promise<void> {
    const limit = this.limitOf(caller);
    const spent = await this.counters.spend(surface, caller.organizationId, limit, WINDOW_SECONDS);
    for (const [name, value] of headers(surface, limit, spent)) setHeader(name, value);
    if (!spent.allowed) {
      throw new ApiError(
        'RESOURCE_EXHAUSTED',
        `The organization has made its ${limit} calls of this minute: wait ${spent.resetSeconds} seconds.`,
        'RATE_LIMIT_EXCEEDED',
        { limit: String(limit), windowSeconds: String(WINDOW_SECONDS), surface },
        { retryAfterSeconds: spent.resetSeconds },
      );
    }
  }
}

function headers(surface: Surface, limit: number, spent: Spent): [string, string][] {
  return [
    ['RateLimit-Policy', `"${surface}";q=${limit};w=${WINDOW_SECONDS}`],
    ['RateLimit', `"${surface}";r=${spent.remaining};t=${spent.resetSeconds}`],
    ['X-RateLimit-Limit', String(limit)],
    ['X-RateLimit-Remaining', String(spent.remaining)],
    ['X-RateLimit-Reset', String(spent.resetSeconds)],
  ];
}
