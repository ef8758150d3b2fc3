import { hostileCall, type HostileCase } from './hostile-case';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const TOKEN_PATH = '/v1/oauth/token';

/** Inputs of callers without a token. */
export const ANONYMOUS_CALLS: readonly HostileCase[] = [
  hostileCall('token form: one name 8,000 times', [400], () => ({
    path: TOKEN_PATH,
    isAnonymous: true,
    headers: FORM,
    body: 'a&'.repeat(8000),
  })),
  hostileCall('answer form: one name 100,000 times', [400], () => ({
    path: '/answer/x',
    isAnonymous: true,
    headers: FORM,
    body: 'a&'.repeat(100_000),
  })),
];
