import type { DetectionRecord, DnsRecordType } from '#modules/avd/detection/record';
import { parsePage } from './checks/parsers/page';
import type { DnsAnswer, HostScan, Scan, Seen } from './scan';

/**
 * What a scan shows about a company's suppliers. A channel is left out unless all its queries were answered: what was not seen is not gone.
 */
export interface LiveRecords {
  dns?: DetectionRecord[];
  pages?: DetectionRecord[];
}

export function liveRecords(scan: Scan): LiveRecords {
  const dns = dnsRecords(scan);
  const pages = pageRecords(scan);
  return { ...(dns && { dns }), ...(pages && { pages }) };
}

function dnsRecords({ apex, at, dns, mail, hosts }: Scan): DetectionRecord[] | undefined {
  const { nameServers, caa, zone } = dns;
  if ('unknown' in nameServers || 'unknown' in caa || 'unknown' in zone || 'unknown' in mail.mx || 'unknown' in mail.txt) return undefined;
  const record = (type: DnsRecordType, value: string, host = apex): DetectionRecord => ({ host, type, value, seenAt: at });
  const records = [
    ...nameServers.seen.map(({ name }) => record('NS', name)),
    ...mail.mx.seen.records.filter(({ host }) => host !== '').map(({ host }) => record('MX', host)),
    ...mail.txt.seen.records.map((text) => record('TXT', text)),
    ...(caa.seen.find(({ records: found }) => found.length > 0)?.records ?? []).map(({ tag, value }) => record('CAA', `${tag} ${value}`)),
  ];
  for (const { addresses } of hosts) {
    if ('unknown' in addresses) return undefined;
    const { name, aliases } = addresses.seen;
    records.push(...aliases.map((alias, place) => record('CNAME', alias, aliases[place - 1] ?? name)));
  }
  return records;
}

/** What the pages load from other hosts. */
function pageRecords({ at, hosts }: Scan): DetectionRecord[] | undefined {
  const records: DetectionRecord[] = [];
  for (const { host, addresses, page } of hosts) {
    if (isUnknown(addresses) || isUnknown(page)) return undefined;
    if (page === undefined || 'unknown' in page) continue;
    const { url } = page.seen.hops[page.seen.hops.length - 1] ?? page.seen.hops[0];
    const { active, passive } = parsePage(page.seen.body, url);
    for (const resource of [...active, ...passive]) {
      const { protocol, hostname, pathname } = resource.url;
      const isForeign = /^https?:$/.test(protocol) && hostname !== new URL(url).hostname;
      // Query and fragment may contain session or personal data.
      if (isForeign) records.push({ host, type: 'RESOURCE', value: `${protocol}//${hostname}${pathname}`, seenAt: at });
    }
  }
  return records;
}

function isUnknown(part: Seen<DnsAnswer<string>> | HostScan['page']): boolean {
  return part !== undefined && 'unknown' in part;
}
