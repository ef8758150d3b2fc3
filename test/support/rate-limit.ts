import { send } from './http';
import type { Answer } from './organization';

export interface RateLimitHeaders {
  policy: string;
  surface: string;
  limit: number;
  remaining: number;
  reset: number;
}

/** The limit in the headers of an answer, after checking that both header families agree. */
export function readRateLimit({ headers }: Pick<Answer, 'headers'>): RateLimitHeaders {
  const [, surface = '', remaining = '', reset = ''] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  expect([headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-reset')]).toEqual([remaining, reset]);
  return {
    policy: headers.get('ratelimit-policy') ?? '',
    surface,
    limit: Number(headers.get('x-ratelimit-limit')),
    remaining: Number(remaining),
    reset: Number(reset),
  };
}

/** Many calls at once, distributed over the services. Each is sent once, so refusals stay visible. */
export function burst(urls: readonly string[], token: string, calls: number): Promise<Answer[]> {
  const headers = { authorization: `Bearer ${token}` };
  return Promise.all(Array.from({ length: calls }, (_, at) => send(`${urls[at % urls.length] ?? ''}/public/v1/whoami`, { headers })));
}

/** Number of answers by status. */
export function statuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
