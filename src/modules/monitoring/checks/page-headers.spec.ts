import { APEX, goodHeaders, goodScan, judgeAll, keys, pageOf, response, testCases, UNSEEN } from './scan.fixture';
import type { Scan } from '../scan';
import { PAGE_HEADERS } from './page-headers';

const POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const URL = `https://${APEX}/`;

/** Header changes: undefined removes. */
const headers =
  (changes: Record<string, string | undefined>, body = '<p>') =>
  (scan: Scan) => {
    const kept = goodHeaders().filter(([name]) => !(name in changes));
    const added = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== undefined);
    scan.hosts[0]!.page = { seen: pageOf(URL, { hops: [response(URL, { headers: [...kept, ...added] })], body }) };
  };
const unknown = (scan: Scan) => {
  scan.hosts[0]!.page = UNSEEN;
};

describe('page header checks', () => {
  testCases(
    [PAGE_HEADERS],
    [
      {
        id: 'csp_missing',
        fires: headers({ 'content-security-policy': undefined, 'x-frame-options': 'DENY' }),
        shows: 'No Content-Security-Policy',
        unknown,
      },
      {
        id: 'csp_weak',
        fires: headers({ 'content-security-policy': "script-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'" }),
        shows: 'unsafe-inline',
        unknown: headers({ 'content-security-policy': `default-src ${'https://a.example '.repeat(600)}; frame-ancestors 'none'` }),
      },
      {
        id: 'framing_allowed',
        fires: headers({ 'content-security-policy': "default-src 'self'; object-src 'none'; base-uri 'none'" }),
        shows: 'X-Frame-Options: none',
        unknown,
      },
      { id: 'nosniff_missing', fires: headers({ 'x-content-type-options': undefined }), shows: 'X-Content-Type-Options: none', unknown },
      { id: 'referrer_policy_unsafe', fires: headers({ 'referrer-policy': 'unsafe-url' }), shows: 'unsafe-url', unknown },
      {
        id: 'cors_reflects_origin',
        fires: headers({ 'access-control-allow-origin': 'https://monitor.invalid', 'access-control-allow-credentials': 'true' }),
        shows: 'Origin: https://monitor.invalid',
        unknown,
      },
    ],
  );

  it.each([
    [
      'a policy in the page',
      { 'content-security-policy': undefined, 'x-frame-options': 'SAMEORIGIN' },
      `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    ],
    ['no policy on something that is no page', { 'content-security-policy': undefined, 'content-type': 'application/json' }, '{}'],
    ['a fixed origin', { 'access-control-allow-origin': 'https://app.example', 'access-control-allow-credentials': 'true' }, ''],
    ['any origin without credentials', { 'access-control-allow-origin': '*' }, ''],
    ['a list of referrer policies, of which the last known counts', { 'referrer-policy': 'unsafe-url, strict-origin, nonsense' }, ''],
    ['no referrer policy, as browsers have a good one', { 'referrer-policy': undefined }, ''],
    ['nosniff in capitals', { 'x-content-type-options': 'NoSniff' }, ''],
  ])('finds nothing wrong with %s', (_, changes, body) => {
    expect(failing(headers(changes, body))).toEqual([]);
  });

  it.each([
    [
      'a policy that only reports',
      { 'content-security-policy': undefined, 'content-security-policy-report-only': POLICY, 'x-frame-options': 'DENY' },
      '',
      'csp_missing',
    ],
    [
      'frame-ancestors in the page, where it has no effect',
      { 'content-security-policy': undefined },
      `<meta http-equiv="content-security-policy" content="${POLICY}">`,
      'framing_allowed',
    ],
    [
      'frame-ancestors *',
      { 'content-security-policy': POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *') },
      '',
      'framing_allowed',
    ],
    [
      'ALLOW-FROM, which browsers ignore',
      { 'content-security-policy': "default-src 'none'", 'x-frame-options': 'ALLOW-FROM https://a.example' },
      '',
      'framing_allowed',
    ],
    ['a referrer policy in the page', { 'referrer-policy': undefined }, '<meta name=referrer content=origin>', 'referrer_policy_unsafe'],
  ])('finds %s', (_, changes, body, id) => {
    expect(failing(headers(changes, body))).toEqual([`${id}@${APEX}`]);
  });

  it('lets one good policy of several pass', () => {
    expect(
      failing((scan) => {
        const weak: [string, string] = ['content-security-policy', "script-src 'unsafe-inline' *"];
        scan.hosts[0]!.page = { seen: pageOf(URL, { hops: [response(URL, { headers: [weak, ...goodHeaders()] })] }) };
      }),
    ).toEqual([]);
  });

  describe('redirects', () => {
    const redirect = (from: string, to: string) => response(`https://${from}/`, { status: 301, location: `https://${to}/` });

    it('judge the page at the host where they end, within the domain', () => {
      const change = (scan: Scan) => {
        const shop = `shop.${APEX}`;
        for (const host of scan.hosts) {
          host.page = {
            seen: pageOf('', { hops: [redirect(host.host, shop), response(`https://${shop}/`, { headers: goodHeaders().slice(0, 3) })] }),
          };
        }
      };
      expect(failing(change)).toEqual([`nosniff_missing@shop.${APEX}`]);
      expect(verdicts(change, 'pass')).toContain(`nosniff_missing@${APEX}`);
    });

    it('give no verdict on pages of others', () => {
      expect(
        failing((scan) => {
          scan.hosts[0]!.page = {
            seen: pageOf('', { hops: [redirect(APEX, 'other.example'), response('https://other.example/', { headers: [] })] }),
          };
        }),
      ).toEqual([]);
    });
  });

  function verdicts(change: (scan: Scan) => void, verdict: 'pass' | 'fail'): string[] {
    const scan = goodScan();
    change(scan);
    return keys(judgeAll(scan), verdict);
  }

  function failing(change: (scan: Scan) => void): string[] {
    return verdicts(change, 'fail');
  }
});
