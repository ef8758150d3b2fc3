import { APEX, goodHeaders, goodScan, judgeAll, keys, pageOf, response, testCases, UNSEEN } from './scan.fixture';
import type { Scan } from '../scan';
import { PRODUCTS } from './data/end-of-life';
import { END_OF_LIFE } from './end-of-life';

const URL = `https://${APEX}/`;
const answers =
  (name: string, value: string, body = '<p>') =>
  (scan: Scan) => {
    scan.hosts[0]!.page = { seen: pageOf(URL, { hops: [response(URL, { headers: [...goodHeaders(), [name, value]] })], body }) };
  };
const generated = (by: string) => answers('x', 'y', `<meta name=generator content="${by}">`);

describe('end-of-life checks', () => {
  testCases(
    [END_OF_LIFE],
    [
      {
        id: 'software_end_of_life',
        fires: generated('Drupal 7 (https://www.drupal.org)'),
        shows: 'Drupal 7: security fixes ended on 2025-01-05',
        unknown: (scan) => (scan.hosts[0]!.page = UNSEEN),
      },
    ],
  );

  it.each([
    'nginx/1.18.0',
    'Apache/2.2.34 (Unix) mod_ssl/2.2.34 OpenSSL/1.0.2k-fips PHP/5.4.16',
    'Apache/2.4.62 (Unix) OpenSSL/1.1.1f',
    'Microsoft-IIS/8.5',
    'PHP/7.4.33',
    'PHP/8.1.2-1ubuntu2.14',
    'PHP/4.4.9',
    'PHP/4.3.1',
    'nginx/1.17.3',
    'nginx/0.8.54',
    'OpenSSL/3.1.4',
    'OpenSSL/3.4.0',
    'Apache/1.2.6',
    'Microsoft-IIS/5.1',
  ])('finds %s out of maintenance', (server) => {
    expect(failing(answers('server', server))).toEqual([`software_end_of_life@${APEX}`]);
  });

  it.each([
    'nginx/1.29.5',
    'nginx/1.180.0',
    'Apache/2.4.62',
    'PHP/8.4.1',
    'PHP/8.20.1',
    'PHP/8.2.9',
    'OpenSSL/3.5.1',
    'Microsoft-IIS/10.0',
    'constructor/1.0',
    '__proto__/1.0',
  ])('finds nothing about %s', (server) => {
    expect(failing(answers('server', server))).toEqual([]);
  });

  it.each(['nginx/1.31.0', 'nginx/1.180.0', 'PHP/9.0.1', 'PHP/8.20.1', 'OpenSSL/4.0.0', 'Apache/2.6.1', 'Microsoft-IIS/11.0'])(
    'does not know about %s, which is newer than its data',
    (server) => {
      const scan = goodScan();
      answers('server', server)(scan);
      expect(keys(judgeAll(scan, [END_OF_LIFE]), 'unknown')).toEqual([`software_end_of_life@${APEX}`]);
    },
  );

  it('counts the last day as maintained', () => {
    const on = (at: string) => failing(answers('x-powered-by', 'PHP/8.2.9'), at);
    expect(on('2026-12-31T23:59:59.000Z')).toEqual([]);
    expect(on('2027-01-01T00:00:00.000Z')).toEqual([`software_end_of_life@${APEX}`]);
  });

  it.each(PRODUCTS.map((product) => [product.name, product] as const))(
    'knows real days for %s, each cycle once',
    (_, { banner, cycles }) => {
      expect(banner).toBe(banner.toLowerCase());
      expect(new Set(cycles.map(([cycle]) => cycle)).size).toBe(cycles.length);
      for (const [, day] of cycles) if (day !== false) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
    },
  );

  function failing(change: (scan: Scan) => void, at?: string): string[] {
    const scan = goodScan();
    if (at !== undefined) scan.at = at;
    change(scan);
    return keys(judgeAll(scan, [END_OF_LIFE]), 'fail');
  }
});
