import { answer, APEX, goodScan, judgeAll, keys, nxdomain, testCases, UNSEEN } from './scan.fixture';
import type { Scan, NameServerScan } from '../scan';
import { CAA, DNSSEC, EXISTENCE, NAME_SERVERS, VALIDATION } from './dns-zone';

const servers = (scan: Scan): NameServerScan[] => ('seen' in scan.dns.nameServers ? scan.dns.nameServers.seen : []);
const server = (name: string, ...addresses: string[]): NameServerScan => ({
  name,
  addresses: answer(name, addresses),
  soa: { seen: { address: addresses[0] ?? '', rcode: 'NOERROR', isAuthoritative: true } },
});
const named =
  (...seen: NameServerScan[]) =>
  (scan: Scan) => {
    scan.dns.nameServers = { seen };
  };
const noServers = (scan: Scan) => {
  scan.dns.nameServers = UNSEEN;
};

describe('DNS zone checks', () => {
  testCases(
    [EXISTENCE, VALIDATION, DNSSEC, CAA, NAME_SERVERS],
    [
      {
        id: 'domain_unresolvable',
        fires: (scan) => {
          scan.dns.existence = nxdomain(APEX);
          scan.mail.txt = nxdomain(APEX);
          scan.mail.dmarc = { seen: [] };
          scan.hosts = scan.hosts.map(({ host }) => ({ host, addresses: nxdomain(host) }));
        },
        shows: 'NXDOMAIN',
        unknown: (scan) => (scan.dns.existence = UNSEEN),
      },
      {
        id: 'dnssec_bogus',
        fires: (scan) => {
          scan.dns.zone = UNSEEN;
          scan.dns.nameServers = UNSEEN;
          scan.dns.dnssec = { seen: { isResolverValidating: true, ds: [], isBogus: true } };
        },
        shows: `${APEX}: SERVFAIL with validation`,
        unknown: (scan) => (scan.dns.dnssec = UNSEEN),
      },
      {
        id: 'dnssec_missing',
        fires: (scan) => (scan.dns.dnssec = { seen: { isResolverValidating: true, ds: [], isBogus: false } }),
        shows: `No DS record for ${APEX}`,
        unknown: (scan) => (scan.dns.dnssec = { seen: { isResolverValidating: false, ds: [], isBogus: false } }),
      },
      {
        id: 'caa_missing',
        fires: (scan) =>
          (scan.dns.caa = { seen: [APEX, 'example.com'].map((name) => ({ name, status: 'NOERROR', records: [], aliases: [] })) }),
        shows: `No CAA record at ${APEX}, example.com`,
        unknown: (scan) => (scan.dns.caa = UNSEEN),
      },
      { id: 'ns_single', fires: named(server('ns1.dns.example', '93.184.216.1')), shows: 'ns1.dns.example alone', unknown: noServers },
      {
        id: 'ns_one_network',
        fires: named(
          server('ns1.dns.example', '93.184.216.1', '2606:4700::1'),
          server('ns2.dns.example', '93.184.216.2', '2606:4700:0:9::2'),
        ),
        shows: 'All in 2606:4700:0::/48 and 93.184.216.0/24',
        unknown: (scan) => (servers(scan)[1]!.addresses = UNSEEN),
      },
      {
        id: 'ns_unresolvable',
        fires: (scan) => named(...servers(scan), { name: 'ns3.dns.example', addresses: nxdomain('ns3.dns.example'), soa: UNSEEN })(scan),
        shows: 'NS ns3.dns.example: no address (NXDOMAIN)',
        unknown: (scan) => (servers(scan)[1]!.addresses = UNSEEN),
      },
      {
        id: 'ns_lame',
        fires: (scan) => (servers(scan)[1]!.soa = { seen: { address: '198.41.0.4', rcode: 'REFUSED', isAuthoritative: false } }),
        shows: `ns2.dns.example asked for ${APEX} SOA: REFUSED, not authoritative`,
        unknown: (scan) => (servers(scan)[1]!.soa = { seen: { address: '198.41.0.4', rcode: 'SERVFAIL', isAuthoritative: false } }),
      },
    ],
  );

  it('judges the zone that answers for the domain, which may be a parent', () => {
    const scan = goodScan();
    scan.dns.zone = { seen: 'example.com' };
    named(server('ns1.dns.example', '93.184.216.1'))(scan);
    expect(keys(judgeAll(scan), 'fail')).toEqual(['ns_single@example.com']);
  });

  it('reports an answer without authority as a lame delegation', () => {
    const scan = goodScan();
    servers(scan)[0]!.soa = { seen: { address: '93.184.216.1', rcode: 'NOERROR', isAuthoritative: false } };
    expect(keys(judgeAll(scan), 'fail')).toEqual([`ns_lame@${APEX}`]);
  });

  it('passes name servers in two networks of one kind', () => {
    const scan = goodScan();
    named(server('ns1', '93.184.216.1', '2606:4700::1'), server('ns2', '93.184.216.2', '2606:4700:1::2'))(scan);
    expect(keys(judgeAll(scan), 'fail')).toEqual([]);
  });

  it('treats CAA records without an issuer as missing', () => {
    const scan = goodScan();
    scan.dns.caa = {
      seen: [{ name: APEX, status: 'NOERROR', records: [{ flags: 0, tag: 'iodef', value: 'mailto:a@b.example' }], aliases: [] }],
    };
    expect(keys(judgeAll(scan), 'fail')).toEqual([`caa_missing@${APEX}`]);
  });
});
