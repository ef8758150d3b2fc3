import { answer, APEX, goodLook, judgeAll, keys, nxdomain, testCases, UNSEEN } from './look.fixture';
import type { Look, NameServerLook } from '../look';
import { CAA, DNSSEC, EXISTENCE, NAME_SERVERS, VALIDATION } from './dns-zone';

const servers = (look: Look): NameServerLook[] => ('seen' in look.dns.nameServers ? look.dns.nameServers.seen : []);
const server = (name: string, ...addresses: string[]): NameServerLook => ({
  name,
  addresses: answer(name, addresses),
  soa: { seen: { address: addresses[0] ?? '', rcode: 'NOERROR', isAuthoritative: true } },
});
const named =
  (...seen: NameServerLook[]) =>
  (look: Look) => {
    look.dns.nameServers = { seen };
  };
const noServers = (look: Look) => {
  look.dns.nameServers = UNSEEN;
};

describe('DNS zone checks', () => {
  testCases(
    [EXISTENCE, VALIDATION, DNSSEC, CAA, NAME_SERVERS],
    [
      {
        id: 'domain_unresolvable',
        fires: (look) => {
          look.dns.existence = nxdomain(APEX);
          look.mail.txt = nxdomain(APEX);
          look.mail.dmarc = { seen: [] };
          look.hosts = look.hosts.map(({ host }) => ({ host, addresses: nxdomain(host) }));
        },
        shows: 'NXDOMAIN',
        unknown: (look) => (look.dns.existence = UNSEEN),
      },
      {
        id: 'dnssec_bogus',
        fires: (look) => {
          look.dns.zone = UNSEEN;
          look.dns.nameServers = UNSEEN;
          look.dns.dnssec = { seen: { isResolverValidating: true, ds: [], isBogus: true } };
        },
        shows: `${APEX}: SERVFAIL with validation`,
        unknown: (look) => (look.dns.dnssec = UNSEEN),
      },
      {
        id: 'dnssec_missing',
        fires: (look) => (look.dns.dnssec = { seen: { isResolverValidating: true, ds: [], isBogus: false } }),
        shows: `No DS record for ${APEX}`,
        unknown: (look) => (look.dns.dnssec = { seen: { isResolverValidating: false, ds: [], isBogus: false } }),
      },
      {
        id: 'caa_missing',
        fires: (look) =>
          (look.dns.caa = { seen: [APEX, 'example.com'].map((name) => ({ name, status: 'NOERROR', records: [], aliases: [] })) }),
        shows: `No CAA record at ${APEX}, example.com`,
        unknown: (look) => (look.dns.caa = UNSEEN),
      },
      { id: 'ns_single', fires: named(server('ns1.dns.example', '93.184.216.1')), shows: 'ns1.dns.example alone', unknown: noServers },
      {
        id: 'ns_one_network',
        fires: named(
          server('ns1.dns.example', '93.184.216.1', '2606:4700::1'),
          server('ns2.dns.example', '93.184.216.2', '2606:4700:0:9::2'),
        ),
        shows: 'All in 2606:4700:0::/48 and 93.184.216.0/24',
        unknown: (look) => (servers(look)[1]!.addresses = UNSEEN),
      },
      {
        id: 'ns_unresolvable',
        fires: (look) => named(...servers(look), { name: 'ns3.dns.example', addresses: nxdomain('ns3.dns.example'), soa: UNSEEN })(look),
        shows: 'NS ns3.dns.example: no address (NXDOMAIN)',
        unknown: (look) => (servers(look)[1]!.addresses = UNSEEN),
      },
      {
        id: 'ns_lame',
        fires: (look) => (servers(look)[1]!.soa = { seen: { address: '198.41.0.4', rcode: 'REFUSED', isAuthoritative: false } }),
        shows: `ns2.dns.example asked for ${APEX} SOA: REFUSED, not authoritative`,
        unknown: (look) => (servers(look)[1]!.soa = { seen: { address: '198.41.0.4', rcode: 'SERVFAIL', isAuthoritative: false } }),
      },
    ],
  );

  it('judges the zone that answers for the domain, which may be a parent', () => {
    const look = goodLook();
    look.dns.zone = { seen: 'example.com' };
    named(server('ns1.dns.example', '93.184.216.1'))(look);
    expect(keys(judgeAll(look), 'fail')).toEqual(['ns_single@example.com']);
  });

  it('finds an answer without authority lame', () => {
    const look = goodLook();
    servers(look)[0]!.soa = { seen: { address: '93.184.216.1', rcode: 'NOERROR', isAuthoritative: false } };
    expect(keys(judgeAll(look), 'fail')).toEqual([`ns_lame@${APEX}`]);
  });

  it('passes name servers in two networks of one kind', () => {
    const look = goodLook();
    named(server('ns1', '93.184.216.1', '2606:4700::1'), server('ns2', '93.184.216.2', '2606:4700:1::2'))(look);
    expect(keys(judgeAll(look), 'fail')).toEqual([]);
  });

  it('finds CAA records that name no issuer as good as none', () => {
    const look = goodLook();
    look.dns.caa = {
      seen: [{ name: APEX, status: 'NOERROR', records: [{ flags: 0, tag: 'iodef', value: 'mailto:a@b.example' }], aliases: [] }],
    };
    expect(keys(judgeAll(look), 'fail')).toEqual([`caa_missing@${APEX}`]);
  });
});
