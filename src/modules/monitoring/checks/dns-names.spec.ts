import { answer, APEX, goodScan, judgeAll, keys, nxdomain, testCases, UNSEEN } from './scan.fixture';
import type { Scan, Seen, DnsAnswer } from '../scan';
import { ADDRESSES, ALIASES } from './dns-names';

const WWW = `www.${APEX}`;
const resolves = (addresses: Seen<DnsAnswer<string>>) => (scan: Scan) => {
  scan.hosts[1] = { host: WWW, addresses };
};

describe('DNS name checks', () => {
  testCases(
    [ALIASES, ADDRESSES],
    [
      {
        id: 'cname_dangling',
        at: WWW,
        fires: resolves(nxdomain(WWW, ['acme-old.azurewebsites.net'])),
        shows: `${WWW} → acme-old.azurewebsites.net: NXDOMAIN`,
        unknown: resolves(UNSEEN),
      },
      {
        id: 'dns_private_address',
        at: WWW,
        fires: resolves(answer(WWW, ['93.184.215.14', '10.1.2.3'])),
        shows: `${WWW}: 10.1.2.3`,
        unknown: resolves(UNSEEN),
      },
    ],
  );

  it('judge names that were only resolved, and no other check does', () => {
    const scan = goodScan();
    const before = judgeAll(scan).length;
    const old = `old.${APEX}`;
    scan.names = [
      { host: old, addresses: nxdomain(old, ['acme-old.azurewebsites.net']) },
      { host: `vpn.${APEX}`, addresses: answer(`vpn.${APEX}`, ['10.1.2.3']) },
      { host: `slow.${APEX}`, addresses: UNSEEN },
    ];
    const judgements = judgeAll(scan);
    expect(keys(judgements, 'fail')).toEqual([`cname_dangling@${old}`, `dns_private_address@vpn.${APEX}`]);
    expect(keys(judgements, 'unknown')).toEqual([`cname_dangling@slow.${APEX}`, `dns_private_address@slow.${APEX}`]);
    expect(judgements).toHaveLength(before + 6);
  });

  it('rates an alias lower if its target is not known to be claimable', () => {
    const scan = goodScan();
    resolves(nxdomain(WWW, ['edge.cdn.example.net', 'gone.example.org']))(scan);
    expect(judgeAll(scan, [ALIASES])).toContainEqual(expect.objectContaining({ verdict: 'fail', severity: 'OBSERVATION_SEVERITY_MEDIUM' }));
  });

  it.each([
    ['a name that does not exist and is no alias', nxdomain<string>(WWW)],
    ['an alias into the own domain', nxdomain<string>(WWW, ['old.example.com'])],
    ['an alias that exists but has no address', answer<string>(WWW, [], ['acme-old.azurewebsites.net'])],
  ])('finds nothing dangling about %s', (_, addresses) => {
    const scan = goodScan();
    resolves(addresses)(scan);
    expect(keys(judgeAll(scan), 'fail')).toEqual([]);
  });

  it.each(['127.0.0.1', '169.254.169.254', '0.0.0.0', '::1', 'fd00::1', '::ffff:10.0.0.1', '100.64.0.1'])(
    'finds %s internal',
    (address) => {
      const scan = goodScan();
      resolves(answer(WWW, [address]))(scan);
      expect(keys(judgeAll(scan), 'fail')).toEqual([`dns_private_address@${WWW}`]);
    },
  );
});
