import { send } from './http';
import type { Answer } from './organization';
import { pause } from './wait';

export interface RateLimitHeaders {
  policy: string;
  surface: string;
  limit: number;
  remaining: number;
  reset: number;
}

/** What the headers of an answer say, once both forms of them agree. */
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

/** Many calls at once, shared out among the services. One that a busy process turned away at its door was not counted: it is sent again. */
export function burst(urls: readonly string[], token: string, calls: number): Promise<Answer[]> {
  const headers = { authorization: `Bearer ${token}` };
  const call = async (url: string, tries = 40): Promise<Answer> => {
    const answer = await send(`${url}/public/v1/whoami`, { headers });
    if (answer.status !== 503 || tries === 0) return answer;
    await pause(100);
    return call(url, tries - 1);
  };
  return Promise.all(Array.from({ length: calls }, (_, at) => call(urls[at % urls.length] ?? '')));
}
