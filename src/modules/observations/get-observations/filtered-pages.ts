import { Injectable } from '@nestjs/common';
import { within } from '#platform/filters/filter-too-broad';
import type { ObservationMode } from '#shared/observation.enums';
import { hasIndex, inMatchingStates, type FilterEstimate } from '../search/estimate';
import { ObservationSearch } from '../search/observation-search';
import { MAX_FETCHED } from '../search/source';
import { boundedCount, COUNT_BOUND, exactCount, type TotalCount } from '../total-count';
import { FetchedPages } from './fetched-pages';
import type { FilteredList } from './filtered-list';
import { FrequentPages } from './frequent-pages';
import { listedIds } from './listed-ids';
import { ListedWalks } from './listed-walks';
import { MatchCounts } from './match-counts';
import type { ObservationPage } from './observation-page';
import { entriesOf, leavingOut, MIN_REACH, ShortWalks } from './short-walks';
import { WalkedPages } from './walked-pages';

/** Rows to check along the sort before an index is asked for more than MAX_FETCHED rows. */
const MAX_PROBED = 10_000;
/** Fetching a row costs about as much as reading this many index entries in order. */
const LOOK_UP_COST = 13;

/** The mode of a list that reads these states. */
function modeOf({ states: [one, other] }: FilterEstimate): ObservationMode {
  if (other) return 'OBSERVATION_MODE_ALL';
  return one?.state === 'open' ? 'OBSERVATION_MODE_OPEN' : 'OBSERVATION_MODE_RESOLVED';
}

/**
 * Pages of filters on more than severity. The kept values first tell how many rows match. If few, they are fetched by index, counted and
 * sorted; if many, a walk along the index of the sort soon fills the page. See ADR 14.
 */
@Injectable()
export class FilteredPages {
  constructor(
    private readonly search: ObservationSearch,
    private readonly frequent: FrequentPages,
    private readonly short: ShortWalks,
    private readonly listed: ListedWalks,
    private readonly fetched: FetchedPages,
    private readonly walked: WalkedPages,
    private readonly counts: MatchCounts,
  ) {}

  /** Writes the rows of the page, and returns the total if one is requested. */
  async write(requested: FilteredList, written: ObservationPage): Promise<TotalCount | undefined> {
    const { organizationId, view, filter, countMode } = requested;
    const frequent = await this.frequent.write(requested, written);
    if (frequent) return frequent.total;
    const estimate = inMatchingStates(await this.search.estimate(organizationId, view, filter, requested.walk.mode));
    if (estimate.bound === 0) {
      written.onBegin();
      return countMode === 'TOTAL_COUNT_MODE_NONE' ? undefined : exactCount(0);
    }
    const walk = { ...requested.walk, mode: modeOf(estimate) };
    const list = leavingOut({ ...requested, walk }, estimate);
    return within(estimate.broadestRule, async () => this.total(list, estimate, await this.rows(list, estimate, written)));
  }

  /** Writes the rows. Returns the number of matches if they were counted on the way. */
  private async rows(list: FilteredList, estimate: FilterEstimate, written: ObservationPage): Promise<number | undefined> {
    const { walk, page } = list;
    const isIndexed = hasIndex(estimate);
    const isCostly = estimate.bound ** 2 * LOOK_UP_COST > walk.fetched * estimate.total;
    const listed = isCostly && isIndexed && page.offset === 0 ? listedIds(estimate, walk) : undefined;
    if (listed) {
      if (await this.listed.fill(list, estimate, listed, written)) return undefined;
      // A walk was tried already: all matches are fetched, even if those in both states are more than MAX_FOUND.
      return this.fetched.write(list, estimate, written, false);
    }
    const reads = estimate.states.reduce((sum, { access }) => sum + (access?.reads ?? 0), 0);
    const areFew = Math.max(estimate.atLeast, reads) * Math.max(estimate.atLeast, 1) < walk.fetched * estimate.total;
    if (!areFew || !isIndexed) {
      await this.walked.write(list, estimate, undefined, written);
      return undefined;
    }
    if (await this.isFilledFirst(list, estimate, reads, written)) return undefined;
    const matches = await this.fetched.write(list, estimate, written, true);
    if (matches > COUNT_BOUND) await this.walked.write(list, estimate, matches, written);
    return matches;
  }

  /** `counted`: the number of matches, as far as the rows were counted. */
  private async total(list: FilteredList, estimate: FilterEstimate, counted: number | undefined): Promise<TotalCount | undefined> {
    const { countMode } = list;
    const { atLeast, bound } = estimate;
    if (countMode === 'TOTAL_COUNT_MODE_NONE') return undefined;
    if (counted !== undefined && counted <= COUNT_BOUND) return exactCount(counted);
    const isExact = countMode === 'TOTAL_COUNT_MODE_EXACT';
    if (atLeast === bound) return isExact ? exactCount(bound) : boundedCount(bound);
    if (!isExact && (counted !== undefined || atLeast > COUNT_BOUND)) return boundedCount(counted ?? atLeast);
    return this.counts.of(list, estimate);
  }

  /** Whether a short walk fills the page, where fetching all matches costs more: very many may be read, or each of them twice. */
  private async isFilledFirst(list: FilteredList, estimate: FilterEstimate, reads: number, written: ObservationPage): Promise<boolean> {
    if (reads > MAX_FETCHED) return this.short.fill(list, MAX_PROBED, written);
    // In the order of the last change, each match that is fetched takes another look-up, and bits of all rules leave few other rows.
    const { walk } = list;
    const leavesOut = reads === 0 || (walk.onBits ?? []).length > 0;
    if (walk.sort.stateKey === undefined || estimate.bound < MIN_REACH || !leavesOut) return false;
    const entries = entriesOf(estimate);
    // Evenly spread, the matches of a page take fewer entries than that.
    if (walk.fetched * estimate.total > entries * estimate.bound) return false;
    return this.short.fill({ ...list, walk: { ...walk, entries } }, MIN_REACH, written);
  }
}
