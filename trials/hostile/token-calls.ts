import { hostileCall, type HostileCase } from './hostile-case';

/** Inputs of callers with a token. */
export const TOKEN_CALLS: readonly HostileCase[] = [
  hostileCall('a domain of 2,000 CJK letters', [400], () => ({
    path: '/public/v1/vendors/create',
    body: JSON.stringify({ domainName: '株'.repeat(2000), companyName: 'x' }),
  })),
];
