import { bannersOf, type Banners } from './banners';
import { PRODUCTS } from './data/end-of-life';
import type { Banner } from './parsers/banner';
import { failsWith, family, type Rule } from './rule';
import { curl } from './see-for-yourself';

const PRODUCT_OF = new Map(PRODUCTS.map((product) => [product.banner, product]));

const RULES: Rule<Banners>[] = [
  {
    id: 'software_end_of_life',
    title: 'Software gets no security fixes any more',
    description:
      'The server names a release whose maintenance has ended. The version may mislead: some distributions backport fixes without changing the number.',
    category: 'OBSERVATION_CATEGORY_PATCHING_CADENCE',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    confidence: 'OBSERVATION_CONFIDENCE_POSSIBLE',
    remediation: 'Upgrade to a release that is maintained, or confirm that the distribution still backports fixes.',
    reference: 'https://endoflife.date/',
    judge: ({ host, at, found, missed }) => {
      const states = found.map((banner) => ({ line: banner.line, ...stateOf(banner, at) }));
      const ended = states.flatMap(({ line, ended: end }) => (end === undefined ? [] : [line, end]));
      if (ended.length > 0) return failsWith([...new Set(ended), curl('https', host)]);
      const unknown = missed ?? states.find((state) => state.unknown !== undefined)?.unknown;
      return unknown === undefined ? 'pass' : { unknown };
    },
  },
];

export const END_OF_LIFE = family(RULES, bannersOf);

/** Fixes are published until the end of the last day. A version older than every maintained cycle has none, one newer than all is unknown. */
function stateOf({ product, version }: Banner, at: string): { ended?: string; unknown?: string } {
  const known = PRODUCT_OF.get(product);
  if (!known) return {};
  const { name, cycles } = known;
  const today = at.slice(0, 10);
  const cycle = cycles.find(([prefix]) => isOfCycle(version, prefix));
  if (cycle) return cycle[1] !== false && today > cycle[1] ? { ended: `${name} ${cycle[0]}: security fixes ended on ${cycle[1]}` } : {};
  const maintained = cycles.filter(([, eol]) => eol === false || today <= eol).map(([prefix]) => prefix);
  if (maintained.length > 0 && maintained.every((prefix) => isOlder(version, prefix)))
    return { ended: `${name} ${version}: older than every release that gets security fixes` };
  return { unknown: `It is not known whether ${name} ${version} gets security fixes.` };
}

function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)));
  const place = other?.findIndex((part, index) => part !== one?.[index]) ?? -1;
  return place !== -1 && (one?.[place] ?? 0) < (other?.[place] ?? 0);
}

/** 1.18.0 belongs to 1.18, and 1.0.2k to 1.0.2; 1.180 belongs to neither. */
function isOfCycle(version: string, cycle: string): boolean {
  return version.startsWith(cycle) && !/^\d/.test(version.slice(cycle.length));
}
