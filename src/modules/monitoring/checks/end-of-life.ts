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
      const ended = found.flatMap((banner) =>
        endedBy(banner, at)
          .map((end) => [banner.line, end])
          .flat(),
      );
      if (ended.length > 0) return failsWith([...new Set(ended), curl('https', host)]);
      return missed === undefined ? 'pass' : { unknown: missed };
    },
  },
];

export const END_OF_LIFE = family(RULES, bannersOf);

/** Fixes are published until the end of the last day. */
function endedBy({ product, version }: Banner, at: string): string[] {
  const known = PRODUCT_OF.get(product);
  const cycle = known?.cycles.find(([prefix]) => isOfCycle(version, prefix));
  if (!known || !cycle || at.slice(0, 10) <= cycle[1]) return [];
  return [`${known.name} ${cycle[0]}: security fixes ended on ${cycle[1]}`];
}

/** 1.18.0 belongs to 1.18, and 1.0.2k to 1.0.2; 1.180 belongs to neither. */
function isOfCycle(version: string, cycle: string): boolean {
  return version.startsWith(cycle) && !/^\d/.test(version.slice(cycle.length));
}
