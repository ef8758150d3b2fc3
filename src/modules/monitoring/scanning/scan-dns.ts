import type { DecodedPacket } from 'dns-packet';
import { parentDomains } from '#platform/domains/domain-name';
import type { DnsAnswer, DnssecScan, DomainDns, NameServerScan, Seen } from '../scan';
import { askDns } from './dns-client';
import { answerIn, nameIn, rcodeOf, Resolver } from './resolver';
import { messageOf, seen, valueOf } from './seen';
import type { ScanContext } from './visit';

const MAX_NAME_SERVERS = 8;

/** Reads the domain's own records and queries the servers of its zone. */
export async function scanDns(context: ScanContext, apex: string): Promise<DomainDns> {
  const { resolver } = context;
  const existence = await doesExist(context, apex);
  const [root, zone] = await Promise.all([
    seen(() => askForRoot(context)),
    seen(async () => zoneIn(await resolver.ask({ name: apex, type: 'SOA' }), apex)),
  ]);
  const [dnssec, caa, nameServers] = await Promise.all([
    seen(() => scanDnssec(context, apex, zone, valueOf(root).isAuthentic)),
    seen(() => Promise.all(parentDomains(apex).map(async (name) => valueOf(await resolver.records(name, 'CAA'))))),
    seen(() => scanNameServers(context, valueOf(zone))),
  ]);
  return { root, existence, zone, dnssec, caa, nameServers };
}

/** NXDOMAIN is confirmed by a second query that bypasses the cache of this scan. */
async function doesExist({ resolver, settings, signal }: ScanContext, apex: string): Promise<Seen<DnsAnswer<string>>> {
  const first = await resolver.records(apex, 'SOA');
  if ('unknown' in first || first.seen.status === 'NOERROR') return first;
  const second = await new Resolver(settings.dnsServers, signal).records(apex, 'SOA');
  if ('unknown' in second || second.seen.status === 'NXDOMAIN') return second;
  return { unknown: `DNS SOA ${apex}: NXDOMAIN, then an answer` };
}

/** The owner of the SOA record: in the answer section at the top of a zone, in the authority section below it. */
function zoneIn(reply: DecodedPacket, apex: string): string {
  answerIn(reply, apex, 'SOA');
  const soa = [...(reply.answers ?? []), ...(reply.authorities ?? [])].find((record) => record.type === 'SOA');
  const zone = soa && nameIn(soa.name);
  if (zone === undefined || (apex !== zone && !apex.endsWith(`.${zone}`))) throw new Error(`DNS SOA ${apex}: the answer names no zone`);
  return zone;
}

async function askForRoot({ resolver }: ScanContext): Promise<{ isAuthentic: boolean }> {
  const root = await resolver.ask({ name: '.', type: 'SOA' });
  if (rcodeOf(root) !== 'NOERROR') throw new Error(`DNS SOA .: ${rcodeOf(root)}`);
  return { isAuthentic: root.flag_ad };
}

async function scanDnssec({ resolver }: ScanContext, apex: string, zone: Seen<string>, isResolverValidating: boolean): Promise<DnssecScan> {
  const checked = await resolver.ask({ name: apex, type: 'SOA' });
  if (rcodeOf(checked) === 'SERVFAIL') {
    const unchecked = await resolver.ask({ name: apex, type: 'SOA', isUnchecked: true });
    if (rcodeOf(unchecked) !== 'NOERROR') throw new Error(`DNS SOA ${apex}: SERVFAIL`);
    return { isResolverValidating, ds: [], isBogus: true };
  }
  const ds = valueOf(await resolver.records(valueOf(zone), 'DS'));
  return { isResolverValidating, ds: ds.records, isBogus: false };
}

async function scanNameServers(context: ScanContext, zone: string): Promise<NameServerScan[]> {
  const servers = valueOf(await context.resolver.records(zone, 'NS'));
  return Promise.all(servers.records.slice(0, MAX_NAME_SERVERS).map((name) => scanNameServer(context, zone, name)));
}

async function scanNameServer(context: ScanContext, zone: string, name: string): Promise<NameServerScan> {
  const addresses = await context.resolver.addresses(name);
  return { name, addresses, soa: await askForSoa(context, zone, name, addresses) };
}

async function askForSoa(
  context: ScanContext,
  zone: string,
  name: string,
  addresses: Seen<DnsAnswer<string>>,
): Promise<NameServerScan['soa']> {
  const { egress, door, signal } = context;
  try {
    const address = egress.pick(name, valueOf(addresses).records);
    const reply = await askDns([await door.target({ address, port: 53 })], { name: zone, type: 'SOA', isDirect: true }, signal);
    return { seen: { address, rcode: rcodeOf(reply), isAuthoritative: reply.flag_aa } };
  } catch (error) {
    return { unknown: messageOf(error) };
  }
}
