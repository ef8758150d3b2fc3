import type { Request } from 'express';
import { assertMayReadMetrics } from './metrics-access';

const TOKEN = 'a-token-of-the-operator';

function read(METRICS_TOKEN: string | undefined, remoteAddress: string, headers: Record<string, string> = {}, TRUST_PROXY = 0): string {
  try {
    assertMayReadMetrics({ headers, socket: { remoteAddress } } as unknown as Request, { METRICS_TOKEN, TRUST_PROXY });
    return 'allowed';
  } catch (error) {
    return (error as { reason: string }).reason;
  }
}

describe('metrics', () => {
  it.each([
    ['127.0.0.1', {}, 'allowed'],
    ['::1', {}, 'allowed'],
    ['::ffff:127.0.0.1', {}, 'allowed'],
    ['192.0.2.1', {}, 'METRICS_NOT_ALLOWED'],
    ['::ffff:192.0.2.1', {}, 'METRICS_NOT_ALLOWED'],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 'METRICS_NOT_ALLOWED'],
    ['127.0.0.1', { forwarded: 'for=127.0.0.1' }, 'METRICS_NOT_ALLOWED'],
    ['127.0.0.1', { 'x-real-ip': '127.0.0.1' }, 'METRICS_NOT_ALLOWED'],
    ['127.0.0.1', { via: '1.1 proxy' }, 'METRICS_NOT_ALLOWED'],
    ['127.0.0.1', { 'x-forwarded-host': 'metrics.example' }, 'METRICS_NOT_ALLOWED'],
    ['127.0.0.1', { 'cf-connecting-ip': '192.0.2.1' }, 'METRICS_NOT_ALLOWED'],
    ['127.0.0.1', { accept: '*/*', host: 'localhost' }, 'allowed'],
  ])('without a token, from %s with %j: %s', (address, headers, outcome) => {
    expect(read(undefined, address, headers)).toBe(outcome);
  });

  it('without a token, behind a trusted proxy: METRICS_NOT_ALLOWED', () => {
    expect(read(undefined, '127.0.0.1', {}, 1)).toBe('METRICS_NOT_ALLOWED');
    expect(read(TOKEN, '127.0.0.1', { authorization: `Bearer ${TOKEN}` }, 1)).toBe('allowed');
  });

  it.each([
    [`Bearer ${TOKEN}`, 'allowed'],
    [`Bearer ${TOKEN}x`, 'METRICS_TOKEN_REQUIRED'],
    [`bearer ${TOKEN.toUpperCase()}`, 'METRICS_TOKEN_REQUIRED'],
    ['', 'METRICS_TOKEN_REQUIRED'],
  ])('with a token, %s: %s, also on this machine', (authorization, outcome) => {
    expect(read(TOKEN, '127.0.0.1', { authorization })).toBe(outcome);
    expect(read(TOKEN, '192.0.2.1', { authorization })).toBe(outcome);
    expect(read(TOKEN, '127.0.0.1')).toBe('METRICS_TOKEN_REQUIRED');
  });
});
