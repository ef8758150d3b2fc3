import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { projectRoot } from '#platform/config/project-root';
import type { Scan } from '../scan';
import { FAMILIES } from './catalogue';
import { APEX, goodScan, judgeAll, keys, response } from './scan.fixture';

const CHECKS = FAMILIES.flatMap(({ checks }) => checks);
const DOCUMENT = readFileSync(join(projectRoot(), 'docs/monitoring-checks.md'), 'utf8');

describe('catalogue of checks', () => {
  it('has every id and every title once', () => {
    expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length);
    expect(new Set(CHECKS.map(({ title }) => title)).size).toBe(CHECKS.length);
  });

  it.each(CHECKS.map((check) => [check.id, check] as const))('%s is complete', (id, check) => {
    expect(id).toMatch(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/);
    expect(check.title.length).toBeLessThanOrEqual(100);
    expect(check.description).toMatch(/\.$/);
    expect(check.remediation).toMatch(/[.]$/);
    expect(new URL(check.reference).protocol).toBe('https:');
  });

  it('is listed in docs/monitoring-checks.md, in this order', () => {
    const rows = CHECKS.map(
      ({ id, title, category, severity, confidence, isReachability, reference }) =>
        `| \`${id}\` | ${title} | ${category.replace('OBSERVATION_CATEGORY_', '')} | ${severity.replace('OBSERVATION_SEVERITY_', '')}${confidence ? ', possible' : ''}${isReachability ? ', second sighting' : ''} | [source](${reference}) |`,
    );
    expect(DOCUMENT.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
  });

  it('passes a vendor that does everything right, in every check', () => {
    const judgements = judgeAll(goodScan());
    expect(keys(judgements, 'fail')).toEqual([]);
    expect(keys(judgements, 'unknown')).toEqual([]);
    expect(new Set(judgements.map(({ check }) => check.id)).size).toBe(CHECKS.length);
  });

  it('judges each check and host once', () => {
    const judged = judgeAll(goodScan()).map(({ check, host }) => `${check.id}@${host}`);
    expect(new Set(judged).size).toBe(judged.length);
  });

  it('fails nothing and passes nothing when nothing could be seen', () => {
    const scan = blind();
    expect(keys(judgeAll(scan), 'fail')).toEqual([]);
    expect(keys(judgeAll(scan), 'pass')).toEqual([]);
  });

  it('gives the same verdicts for the same scan', () => {
    expect(judgeAll(goodScan())).toEqual(judgeAll(goodScan()));
  });

  it('shows the same evidence whatever the order of records, and whatever the nonce', () => {
    const faulty = (turn: <T>(list: T[]) => T[], nonce: string) => {
      const scan = goodScan();
      const addresses = (name: string, records: string[]) => ({
        seen: { name, status: 'NOERROR' as const, records: turn(records), aliases: [] },
      });
      const server = (host: string) => ({ host, addresses: addresses(host, []) });
      scan.mail.txt = addresses(APEX, ['v=spf1 mx -all', 'v=spf1 -all']);
      scan.mail.dmarc = { seen: [addresses(`_dmarc.${APEX}`, ['v=DMARC1; p=none', 'v=DMARC1; p=reject']).seen] };
      scan.mail.mailServers = turn([server('mx1.example'), server('mx2.example')]);
      scan.dns.nameServers = {
        seen: turn(['ns1.example', 'ns2.example']).map((name, index) => ({
          name,
          addresses: addresses(name, [name === 'ns1.example' ? '9.9.9.1' : '9.9.9.2', '2606:4700::1']),
          soa: { seen: { address: `9.9.9.${index}`, rcode: 'REFUSED', isAuthoritative: false } },
        })),
      };
      scan.hosts[1]!.addresses = addresses(`www.${APEX}`, ['10.0.0.1', '10.0.0.2']);
      const policy = `script-src 'unsafe-eval' 'nonce-${nonce}' http:; frame-ancestors 'none'`;
      scan.hosts[0]!.page = {
        seen: {
          hops: [response(`https://${APEX}/`, { headers: [['content-security-policy', policy]], cookies: turn(['a=1', 'b=2']) })],
          body: '<p>',
          isCut: false,
          origin: '',
        },
      };
      return judgeAll(scan).filter(({ verdict }) => verdict === 'fail');
    };
    const fails = faulty((list) => list, 'r4nd0m');
    expect(fails.map(({ check }) => check.id)).toEqual(
      expect.arrayContaining([
        'spf_multiple',
        'dmarc_multiple',
        'mx_unresolvable',
        'ns_lame',
        'ns_one_network',
        'csp_weak',
        'cookie_not_secure',
        'dns_private_address',
      ]),
    );
    expect(faulty((list) => list.toReversed(), '0ther')).toEqual(fails);
  });

  it('keeps evidence of hostile servers bounded and printable', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(
        hostile,
        fc.array(fc.tuple(fc.constantFrom('server', 'content-security-policy', 'x-frame-options', 'referrer-policy'), hostile)),
        (text, headers) => {
          const scan = goodScan();
          const url = `https://${APEX}/`;
          scan.mail.txt = { seen: { name: APEX, status: 'NOERROR', records: [`v=spf1 ${text}`, text], aliases: [] } };
          scan.mail.mx = { seen: { name: APEX, status: 'NOERROR', records: [{ preference: 1, host: text }], aliases: [] } };
          scan.mail.mailServers[0]!.host = text;
          scan.hosts[0]!.page = {
            seen: {
              hops: [response(url, { headers, cookies: [text, `sid=${text}`] })],
              body: `<script src="http://${text}">`,
              isCut: false,
              origin: '',
            },
          };
          for (const judgement of judgeAll(scan)) {
            if (judgement.verdict !== 'fail') continue;
            expect(judgement.evidence.length).toBeGreaterThan(0);
            expect(judgement.evidence.length).toBeLessThanOrEqual(20);
            for (const line of judgement.evidence) {
              expect(line.length).toBeLessThanOrEqual(2000);
              expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('prints no command for a name with shell metacharacters', () => {
    const scan = goodScan();
    scan.dns.zone = { seen: 'a.example;reboot' };
    scan.dns.dnssec = { seen: { isResolverValidating: true, ds: [], isBogus: false } };
    const fail = judgeAll(scan).find(({ verdict }) => verdict === 'fail');
    expect(fail?.verdict === 'fail' && fail.evidence).toEqual(['No DS record for a.example;reboot']);
  });
});

/** A scan by a process without a network. */
function blind(): Scan {
  const unknown = { unknown: 'network unreachable' };
  const scan = goodScan();
  return {
    ...scan,
    dns: { root: unknown, existence: unknown, zone: unknown, dnssec: unknown, caa: unknown, nameServers: unknown },
    mail: {
      txt: unknown,
      spf: unknown,
      dmarc: unknown,
      dkim: [unknown],
      mx: unknown,
      mailServers: [],
      mtaSts: { record: unknown },
      tlsRpt: unknown,
    },
    hosts: scan.hosts.map(({ host }) => ({ host, addresses: unknown })),
  };
}
