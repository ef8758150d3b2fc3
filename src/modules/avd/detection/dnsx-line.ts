import { getDomain } from 'tldts';
import { hostName } from './host-name';
import type { DetectionRecord, DnsRecordType, ReadLine } from './record';
import { normalValue } from './record-values';
import { seenAtOf } from './seen-at';

type Json = Record<string, unknown>;

const MEMBERS: readonly (readonly [string, DnsRecordType])[] = [
  ['a', 'A'],
  ['aaaa', 'AAAA'],
  ['mx', 'MX'],
  ['ns', 'NS'],
  ['txt', 'TXT'],
  ['caa', 'CAA'],
  ['soa', 'SOA'],
];

/**
 * One dnsx result. `cname` is the whole chain in order, so each name in it is an alias of the next. The other records belong
 * to the end of the chain, although dnsx lists them under the queried name. A registrable domain is the exception: it cannot
 * be an alias, so its records are its own.
 */
export function readDnsxLine(line: Json, fallbackSeenAt: string): ReadLine {
  const host = typeof line.host === 'string' ? hostName(line.host) : undefined;
  if (host === undefined) return { records: [], rejected: 'host is not a host name' };
  const seenAt = seenAtOf(line.timestamp, fallbackSeenAt);
  if (seenAt === undefined) return { records: [], rejected: 'timestamp is not an RFC 3339 time' };

  const records: DetectionRecord[] = [];
  let rejected: string | undefined;
  let owner = host;
  for (const value of valuesOf(line.cname)) {
    const target = typeof value === 'string' ? hostName(value) : undefined;
    if (target === undefined) rejected ??= unreadable('cname', value);
    else if (target !== owner) {
      records.push({ host: owner, type: 'CNAME', value: target, seenAt });
      owner = target;
    }
  }
  if (owner !== host && getDomain(host) === host) owner = host;

  for (const [member, type] of MEMBERS) {
    for (const value of valuesOf(line[member])) {
      const text = typeof value === 'string' ? value.trim() : textOfObject(value);
      const normal = text === undefined ? undefined : normalValue(type, text);
      if (normal === undefined) rejected ??= unreadable(member, value);
      else if (normal !== '') records.push({ host: (type === 'SOA' ? zoneOf(value) : undefined) ?? owner, type, value: normal, seenAt });
    }
  }
  return rejected === undefined ? { records } : { records, rejected };
}

function valuesOf(member: unknown): unknown[] {
  if (member === undefined || member === null) return [];
  return Array.isArray(member) ? member : [member];
}

/** MX, CAA and SOA objects, as some versions and forks of the tool print them, in zone-file notation. */
function textOfObject(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { tag, value: caa, host, exchange, ns, mname, mailbox, mbox, rname } = value as Json;
  if (typeof caa === 'string') return typeof tag === 'string' ? `0 ${tag} "${caa}"` : caa;
  const primary = ns ?? mname;
  if (typeof primary === 'string') {
    const mail = mailbox ?? mbox ?? rname;
    return typeof mail === 'string' && mail !== '' ? `${primary} ${mail}` : primary;
  }
  const target = host ?? exchange;
  return typeof target === 'string' ? target : undefined;
}

/** The zone of a SOA. It is often a parent of the queried name, or somebody else's zone at the end of a chain. */
function zoneOf(value: unknown): string | undefined {
  const name = typeof value === 'object' && value !== null ? (value as Json).name : undefined;
  return typeof name === 'string' ? hostName(name) : undefined;
}

function unreadable(member: string, value: unknown): string {
  return `${member} has an invalid value: ${JSON.stringify(value).slice(0, 80)}`;
}
