import { isSpf, parseSpf } from '../checks/parsers/spf';
import type { SpfWalk } from '../scan';
import type { Resolver } from './resolver';
import { valueOf } from './seen';

const MAX_LOOKUPS = 25;
/** Mechanisms that cost a lookup. */
const WITH_LOOKUP: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists']);

/** Counts the DNS lookups of a domain's SPF record by making them. Throws when one of them gets no answer. */
export async function walkSpf(resolver: Resolver, apex: string): Promise<SpfWalk> {
  const walk: SpfWalk = { lookups: [] };
  const own = await spfRecordsAt(resolver, apex);
  if (own.length === 1) await follow(resolver, walk, own[0] as string, [apex]);
  return walk;
}

async function spfRecordsAt(resolver: Resolver, name: string): Promise<string[]> {
  const answer = valueOf(await resolver.records(name, 'TXT'));
  return answer.records.filter(isSpf);
}

async function follow(resolver: Resolver, walk: SpfWalk, record: string, path: string[]): Promise<void> {
  const domain = path.at(-1) as string;
  for (const { term, kind, target } of lookupTerms(record, domain)) {
    if (walk.lookups.length >= MAX_LOOKUPS || walk.loop) return;
    // A target with a macro depends on the message, so it cannot be followed.
    const isKnown = !target.includes('%');
    walk.lookups.push({ term, target, isVoid: isKnown && (await isVoid(resolver, kind, target)) });
    if (!isKnown || (kind !== 'include' && kind !== 'redirect')) continue;
    if (path.includes(target)) {
      walk.loop = [...path, target];
      return;
    }
    const [next] = await spfRecordsAt(resolver, target);
    if (next !== undefined) await follow(resolver, walk, next, [...path, target]);
  }
}

function lookupTerms(record: string, domain: string): { term: string; kind: string; target: string }[] {
  const { mechanisms, redirect } = parseSpf(record);
  const terms = mechanisms
    .filter(({ name }) => WITH_LOOKUP.has(name))
    .map(({ term, name, domain: target }) => ({ term, kind: name, target: target || domain }));
  return redirect === undefined ? terms : [...terms, { term: `redirect=${redirect}`, kind: 'redirect', target: redirect }];
}

/** Whether the lookup finds nothing. A `ptr` depends on the sender, which is unknown. */
async function isVoid(resolver: Resolver, kind: string, target: string): Promise<boolean> {
  if (kind === 'ptr') return false;
  if (kind === 'mx') return valueOf(await resolver.records(target, 'MX')).records.length === 0;
  if (kind === 'include' || kind === 'redirect') return valueOf(await resolver.records(target, 'TXT')).records.length === 0;
  return valueOf(await resolver.addresses(target)).records.length === 0;
}
