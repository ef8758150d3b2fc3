import { isIPv4 } from 'node:net';
import type { CaaRecord, DnsAnswer, DnssecScan, Scan, NameServerScan, Seen } from '../scan';
import { canonicalAddress } from '#platform/domains/ip-address';
import { dnsAsset, exists } from './assets';
import { anyFault, failsWith, family, mapSeen, type Outcome, type Rule, type Subject } from './rule';
import { dig } from './see-for-yourself';
import { shownList } from './shown';

interface OfZone<T> {
  zone: string;
  value: T;
}

/** Answers that say "not my zone". Others (SERVFAIL) may pass by themselves. */
const NOT_RESPONSIBLE = new Set(['REFUSED', 'NOTAUTH', 'NXDOMAIN']);
const ISSUE_TAGS = new Set(['issue', 'issuewild']);

const EXISTENCE_RULES: Rule<DnsAnswer<string>>[] = [
  {
    id: 'domain_unresolvable',
    title: 'Domain does not resolve',
    description:
      'The name does not exist in the DNS: the registration has ended or the delegation is broken. Whoever registers it next receives its mail and visitors.',
    category: 'OBSERVATION_CATEGORY_DNS_HEALTH',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Renew the registration, or repair the delegation at the registrar.',
    reference: 'https://www.rfc-editor.org/rfc/rfc8020',
    isReachability: true,
    judge: ({ name, status }) => (status === 'NOERROR' ? 'pass' : failsWith([`${name}: NXDOMAIN, asked twice`, dig('SOA', name)])),
  },
];

const VALIDATION_RULES: Rule<OfZone<DnssecScan>>[] = [
  {
    id: 'dnssec_bogus',
    title: 'DNSSEC signatures do not validate',
    description: 'Validating resolvers cannot resolve the domain at all: for their users it does not exist.',
    category: 'OBSERVATION_CATEGORY_DNS_HEALTH',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Bring the DS record at the registrar and the keys and signatures of the zone into agreement.',
    reference: 'https://www.rfc-editor.org/rfc/rfc4035#section-5',
    judge: ({ zone: domain, value }) =>
      value.isBogus
        ? failsWith([`${domain}: SERVFAIL with validation, an answer without`, ...value.ds.map((ds) => `DS ${ds}`), dig('DS', domain)])
        : 'pass',
  },
];

const DNSSEC_RULES: Rule<OfZone<DnssecScan>>[] = [
  {
    id: 'dnssec_missing',
    title: 'Zone is not signed with DNSSEC',
    description: 'Answers about this domain can be forged without detection.',
    category: 'OBSERVATION_CATEGORY_DNS_HEALTH',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Sign the zone at the DNS provider and publish the DS record at the registrar.',
    reference: 'https://csrc.nist.gov/pubs/sp/800/81/r3/final',
    judge: ({ zone, value }) => {
      // A zone that fails validation is signed.
      if (value.ds.length > 0 || value.isBogus) return 'pass';
      if (!value.isResolverValidating) return { unknown: 'The resolver does not validate, so a missing DS record proves nothing.' };
      return failsWith([`No DS record for ${zone}`, dig('DS', zone)]);
    },
  },
];

const CAA_RULES: Rule<OfZone<DnsAnswer<CaaRecord>[]>>[] = [
  {
    id: 'caa_missing',
    title: 'No CAA record limits who may issue certificates',
    description: 'Every public certificate authority may issue certificates for this domain.',
    category: 'OBSERVATION_CATEGORY_DNS_HEALTH',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Publish CAA records that name the certificate authorities you use.',
    reference: 'https://www.rfc-editor.org/rfc/rfc8659',
    judge: ({ zone: domain, value: answers }) => {
      // The records nearest to the name count; those further up are not read.
      const nearest = answers.find(({ records }) => records.length > 0);
      if (nearest?.records.some(({ tag }) => ISSUE_TAGS.has(tag.toLowerCase()))) return 'pass';
      const seen = nearest
        ? `CAA records of ${nearest.name} name no issuer: ${shownList(nearest.records.map(({ tag, value }) => `${tag} "${value}"`).sort())}`
        : `No CAA record at ${shownList(answers.map(({ name }) => name))}`;
      return failsWith([seen, dig('CAA', domain)]);
    },
  },
];

const NAME_SERVER_RULES: Rule<OfZone<NameServerScan[]>>[] = [
  {
    id: 'ns_single',
    title: 'Only one name server',
    description: 'When the only name server fails, the domain is gone: web, mail and everything else.',
    category: 'OBSERVATION_CATEGORY_DNS_HEALTH',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Add a second name server in another network.',
    reference: 'https://www.rfc-editor.org/rfc/rfc2182#section-5',
    judge: ({ zone, value: [server, ...others] }) =>
      server && others.length === 0 ? failsWith([`NS of ${zone}: ${server.name} alone`, dig('NS', zone)]) : 'pass',
  },
  {
    id: 'ns_one_network',
    title: 'All name servers are in one network',
    description: 'One failure of that network takes down all name servers, and with them the domain.',
    category: 'OBSERVATION_CATEGORY_DNS_HEALTH',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Place at least one name server in another network.',
    reference: 'https://www.rfc-editor.org/rfc/rfc2182#section-3.1',
    judge: ({ zone, value: servers }) => judgeNetworks(zone, servers),
  },
  {
    id: 'ns_unresolvable',
    title: 'Name server without an address',
    description:
      'A name server of the zone has no address. Resolvers lose time on it, and whoever registers its name can answer for the domain.',
    category: 'OBSERVATION_CATEGORY_DNS_HEALTH',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Correct the NS record, or give the name an address.',
    reference: 'https://github.com/zonemaster/zonemaster/blob/master/docs/public/specifications/tests/Nameserver-TP/nameserver06.md',
    judge: ({ zone, value: servers }) =>
      anyFault(
        servers.map(({ name, addresses }) => mapSeen(addresses, (answer) => ({ name, answer }))),
        ({ name, answer }) => (answer.records.length === 0 ? `NS ${name}: no address (${answer.status})` : undefined),
        dig('NS', zone),
      ),
  },
  {
    id: 'ns_lame',
    title: 'Name server does not know the zone',
    description: 'A name server that the zone names refuses to answer for it, or answers without authority. Part of all queries is lost.',
    category: 'OBSERVATION_CATEGORY_DNS_HEALTH',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Load the zone on that server, or remove the server from the delegation.',
    reference: 'https://github.com/zonemaster/zonemaster/blob/master/docs/public/specifications/tests/Delegation-TP/delegation04.md',
    isReachability: true,
    judge: ({ zone, value: servers }) =>
      anyFault(
        // A server without an address is a separate finding.
        servers.filter(({ addresses }) => !('seen' in addresses && addresses.seen.records.length === 0)).map(soaOf),
        ({ name, rcode, isAuthoritative }) =>
          isAuthoritative && rcode === 'NOERROR'
            ? undefined
            : `${name} asked for ${zone} SOA: ${rcode}, ${isAuthoritative ? '' : 'not '}authoritative`,
        dig('NS', zone),
      ),
  },
];

export const EXISTENCE = family(EXISTENCE_RULES, (scan) => [
  { host: scan.apex, asset: dnsAsset('SOA', scan.apex), seen: scan.dns.existence },
]);

/** The zone name of a zone that fails validation cannot be read, so the verdict is about the domain. */
export const VALIDATION = family(VALIDATION_RULES, (scan) => ofApex(scan, 'DS', scan.dns.dnssec));

export const DNSSEC = family(DNSSEC_RULES, (scan) => ofZone(scan, 'DS', scan.dns.dnssec));

export const CAA = family(CAA_RULES, (scan) => ofApex(scan, 'CAA', scan.dns.caa));

export const NAME_SERVERS = family(NAME_SERVER_RULES, (scan) => ofZone(scan, 'NS', scan.dns.nameServers));

function ofApex<T>(scan: Scan, recordType: 'CAA' | 'DS', seen: Seen<T>): Subject<OfZone<T>>[] {
  if (!exists(scan)) return [];
  return [{ host: scan.apex, asset: dnsAsset(recordType, scan.apex), seen: mapSeen(seen, (value) => ({ zone: scan.apex, value })) }];
}

/** The zone of the domain may be one of its parents. While it is unknown, the verdict is about the domain. */
function ofZone<T>(scan: Scan, recordType: 'DS' | 'NS', seen: Seen<T>): Subject<OfZone<T>>[] {
  if (!exists(scan)) return [];
  const { zone } = scan.dns;
  if ('unknown' in zone) return [{ host: scan.apex, asset: dnsAsset(recordType, scan.apex), seen: zone }];
  return [{ host: zone.seen, asset: dnsAsset(recordType, zone.seen), seen: mapSeen(seen, (value) => ({ zone: zone.seen, value })) }];
}

function soaOf({ name, soa }: NameServerScan): Seen<{ name: string; rcode: string; isAuthoritative: boolean }> {
  if ('unknown' in soa) return soa;
  const { rcode, isAuthoritative } = soa.seen;
  if (rcode !== 'NOERROR' && !NOT_RESPONSIBLE.has(rcode)) return { unknown: `${name} answered ${rcode}` };
  return { seen: { name, rcode, isAuthoritative } };
}

function judgeNetworks(zone: string, servers: readonly NameServerScan[]): Outcome {
  if (servers.length < 2) return 'pass';
  const addresses = servers.flatMap((server) => ('seen' in server.addresses ? server.addresses.seen.records : []));
  const networks = [...new Set(addresses.map(networkOf))].sort();
  const isOne = (bits: string) => networks.filter((network) => network.endsWith(bits)).length < 2;
  if (networks.length === 0 || !isOne('/24') || !isOne('/48')) return 'pass';
  const missed = servers.map((server) => server.addresses).find((seen) => 'unknown' in seen);
  if (missed) return missed;
  const list = servers.map(
    (server) => `${server.name} (${'seen' in server.addresses ? server.addresses.seen.records.toSorted().join(', ') : ''})`,
  );
  return failsWith([`All in ${networks.join(' and ')}: ${shownList(list.sort())}`, dig('NS', zone)]);
}

/** The usual size of an announced network: /24 for IPv4, /48 for IPv6. */
function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = '', tail] = (canonicalAddress(address) ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const prefix = [...groups, ...(tail === undefined ? [] : ['0', '0', '0'])].slice(0, 3);
  return `${prefix.join(':')}::/48`;
}
