import { isSpf, parseSpf, type SpfRecord } from '#modules/avd/detection/spf';
import type { SpfWalk } from '../scan';
import type { Resolver } from './resolver';
import { valueOf } from './seen';

const MAX_LOOKUPS = 25;
/** Mechanisms that cost a lookup. */
const WITH_LOOKUP: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists']);

/** More mail servers of one `mx` are a permerror (RFC 7208 section 4.6.4). */
const MAX_MAIL_SERVERS = 10;

/** Follows a domain's SPF record as a receiver would, and counts its lookups. Throws when one of them gets no answer. */
export async function walkSpf(resolver: Resolver, apex: string): Promise<SpfWalk> {
  const walk: SpfWalk = { lookups: [], faults: [] };
  const [own, ...others] = await spfRecordsAt(resolver, apex);
  if (own !== undefined && others.length === 0) await follow(resolver, walk, parseSpf(own), [apex]);
  return walk;
}

async function spfRecordsAt(resolver: Resolver, name: string): Promise<string[]> {
  const answer = valueOf(await resolver.records(name, 'TXT'));
  return answer.records.filter(isSpf);
}

async function follow(resolver: Resolver, walk: SpfWalk, record: SpfRecord, path: string[]): Promise<void> {
  // Receivers evaluate nothing of an invalid record.
  if (record.faults.length > 0) return;
  for (const { term, kind, target } of lookupTerms(record, path.at(-1) as string)) {
    if (walk.lookups.length >= MAX_LOOKUPS || walk.loop) return;
    // A target with a macro depends on the message, so it cannot be followed.
    const isKnown = !target.includes('%');
    walk.lookups.push({ term, target, isVoid: isKnown && (await isVoid(resolver, kind, target)) });
    if (!isKnown) continue;
    if (kind === 'mx' && (await mailServersAt(resolver, target)) > MAX_MAIL_SERVERS)
      walk.faults.push(`${term}: ${target} has more than ${MAX_MAIL_SERVERS} mail servers`);
    if (kind !== 'include' && kind !== 'redirect') continue;
    if (path.includes(target)) {
      walk.loop = [...path, target];
      return;
    }
    const texts = await spfRecordsAt(resolver, target);
    if (texts.length !== 1) walk.faults.push(`${term}: ${target} has ${texts.length === 0 ? 'no SPF record' : 'several SPF records'}`);
    const [next] = texts.map(parseSpf);
    if (!next || texts.length > 1) continue;
    walk.faults.push(...next.faults.map((fault) => `${term}: the record of ${target} has ${fault.term}: ${fault.why}`));
    await follow(resolver, walk, next, [...path, target]);
  }
}

function lookupTerms({ mechanisms, redirect }: SpfRecord, domain: string): { term: string; kind: string; target: string }[] {
  const terms = mechanisms
    .filter(({ name }) => WITH_LOOKUP.has(name))
    .map(({ term, name, domain: target }) => ({ term, kind: name, target: target || domain }));
  return redirect === undefined ? terms : [...terms, { term: `redirect=${redirect}`, kind: 'redirect', target: redirect }];
}

/** Whether the lookup finds nothing. A `ptr` depends on the sender, which is unknown. */
async function isVoid(resolver: Resolver, kind: string, target: string): Promise<boolean> {
  if (kind === 'ptr') return false;
  if (kind === 'mx') return (await mailServersAt(resolver, target)) === 0;
  if (kind === 'include' || kind === 'redirect') return valueOf(await resolver.records(target, 'TXT')).records.length === 0;
  return valueOf(await resolver.addresses(target)).records.length === 0;
}

async function mailServersAt(resolver: Resolver, name: string): Promise<number> {
  return valueOf(await resolver.records(name, 'MX')).records.length;
}
