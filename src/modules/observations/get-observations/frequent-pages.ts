import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import { within } from '#platform/filters/filter-too-broad';
import { EVERYTHING } from '#platform/filters/filter-tree';
import { costlyRule } from '../search/costly-rule';
import { ObservationSearch } from '../search/observation-search';
import type { FilterEstimate } from '../search/estimate';
import { boundedCount, COUNT_BOUND, type TotalCount } from '../total-count';
import { countAroundMatch, isMostKept } from './around-match';
import type { FilteredList } from './filtered-list';
import { MatchCounts } from './match-counts';
import type { ObservationPage } from './observation-page';
import { entriesOf, leavingOut, REACH_FACTOR, reachFor, ShortWalks } from './short-walks';

/** A filter is frequent if at least one row in five matches. */
const FREQUENT = 5;
/** Number of newest rows among which a frequent filter is counted. */
const FREQUENT_SAMPLE = FREQUENT * COUNT_BOUND;

/** Pages of a filter on a part of a URL that very many URLs have: looking up the rule would read each of them. */
@Injectable()
export class FrequentPages {
  constructor(
    private readonly database: Database,
    private readonly search: ObservationSearch,
    private readonly walks: ShortWalks,
    private readonly counts: MatchCounts,
  ) {}

  /** Writes the page and returns its total. Undefined if the filter is not on a part of a URL, or if too few matches were found to be sure. */
  async write(list: FilteredList, written: ObservationPage): Promise<{ total: TotalCount | undefined } | undefined> {
    const { countMode, page, filter, walk } = list;
    const costly = costlyRule(filter, walk.mode);
    if (costly === undefined || countMode === 'TOTAL_COUNT_MODE_EXACT' || page.offset > 0) return undefined;
    return within(costly, () => this.tryNewest(list, written));
  }

  private async tryNewest(list: FilteredList, written: ObservationPage): Promise<{ total: TotalCount | undefined } | undefined> {
    const { organizationId, view, walk, countMode } = list;
    const tried = FREQUENT * walk.fetched;
    const isMet = await this.walks.fill(list, tried, written, { prepared: true, plannedOnce: true });
    if (isMet && countMode === 'TOTAL_COUNT_MODE_NONE') return { total: undefined };
    const estimate = await this.search.estimate(organizationId, view, EVERYTHING, walk.mode);
    if (estimate.total < 2 * COUNT_BOUND) return undefined;
    const around = isMostKept(estimate) ? countAroundMatch(walk.selection, walk.mode, tried) : undefined;
    const [row] = around ? await this.database.lists.readText(organizationId, around.sql, around.params) : [];
    const found = Number(row?.[0] ?? 0);
    if (found > COUNT_BOUND && (isMet || (await this.fillAmongMany(list, estimate, found, written))))
      return { total: countMode === 'TOTAL_COUNT_MODE_NONE' ? undefined : boundedCount(found) };
    if (!isMet || estimate.total < 2 * FREQUENT_SAMPLE) return undefined;
    const sampled = await this.counts.among(list, FREQUENT_SAMPLE);
    return sampled > COUNT_BOUND ? { total: boundedCount(sampled) } : undefined;
  }

  /** Walks as far as that many matches should need. */
  private fillAmongMany(list: FilteredList, estimate: FilterEstimate, matches: number, written: ObservationPage): Promise<boolean> {
    const { walk } = leavingOut(list, estimate);
    const reach = reachFor(REACH_FACTOR, walk.fetched, estimate.total, matches);
    return this.walks.fill({ ...list, walk: { ...walk, entries: entriesOf(estimate) } }, reach, written);
  }
}
