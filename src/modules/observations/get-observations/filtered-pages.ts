import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import { within } from '#platform/filters/filter-too-broad';
import type { FilterList } from '#platform/filters/filter-tree';
import type { ObservationMode } from '#vocabulary/observation.enums';
import { OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import { withoutFilter } from '../observation-query';
import { ObservationSearch } from '../search/observation-search';
import { hasRanges, inMatchingStates, opened, sizeOfRanges, type Outlook } from '../search/outlook';
import { MAX_FETCHED } from '../search/source';
import { boundedCount, COUNT_BOUND, exactCount, type TotalCount } from '../total-count';
import type { FilteredList } from './filtered-list';
import { findPage, shownRows } from './found-page';
import { FrequentPages } from './frequent-pages';
import type { Walk } from './index-entries';
import { listedIds, type Listed } from './listed-ids';
import { MatchCounts } from './match-counts';
import type { ObservationPage } from './observation-page';
import { sortKeys } from './observation-sorts';
import { pageAfter, pageFrom } from './page-statement';
import { Periods } from './periods';
import { entriesOf, leavingOut, MIN_REACH, REACH_FACTOR, reachFor, ShortWalks } from './short-walks';

/** REACH_FACTOR of a second walk, which starts where the kept days say that matches begin. */
const SECOND_REACH_FACTOR = 12;
/** Rows to check along the sort before an index is asked for more than MAX_FETCHED rows. */
const MAX_LOOK = 10_000;

/** How far a walk goes in the period of a rule on another time, where often most rows match, before ids are listed. */
const DENSE_FACTOR = 10;
/** The same for a rule on the row itself. A period has whole days, and the rest of a day takes less time to check than all ids to list. */
const DENSE_REACH_ON_ROW = 8_000;
/** The limit of a walk that compares its entries with listed ids: it takes less time than fetching the rows of all ids. */
const LISTED_REACH_FACTOR = 6;
/** Fetching a row costs about as much as reading this many index entries in order. */
const LOOK_UP_COST = 13;

const UPDATED_AT = `${OBSERVATION_FIELD_PREFIX}UPDATED_AT`;

/** Whether all matches changed last before some time: no row that itself changed later is looked up. */
function isChangedBefore({ nodes: [only, ...others] }: FilterList): boolean {
  if (only?.kind !== 'rule' || only.negated || others.length > 0) return false;
  return only.field === UPDATED_AT && only.conditions.some(({ operator }) => operator === '<' || operator === '<=');
}

/** The mode of a list that reads these states. */
function modeOf({ states: [one, other] }: Outlook): ObservationMode {
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
    private readonly database: Database,
    private readonly search: ObservationSearch,
    private readonly frequent: FrequentPages,
    private readonly walks: ShortWalks,
    private readonly periods: Periods,
    private readonly counts: MatchCounts,
  ) {}

  /** Writes the rows of the page, and returns the total if one is requested. */
  async write(requested: FilteredList, written: ObservationPage): Promise<TotalCount | undefined> {
    const { organizationId, view, filter, page, countMode } = requested;
    const frequent = await this.frequent.write(requested, written);
    if (frequent) return frequent.total;
    const outlook = inMatchingStates(await this.search.outlook(organizationId, view, filter, requested.walk.mode));
    const walk = { ...requested.walk, mode: modeOf(outlook) };
    const list = leavingOut({ ...requested, walk }, outlook);
    if (outlook.bound === 0) {
      written.begin();
      return countMode === 'TOTAL_COUNT_MODE_NONE' ? undefined : exactCount(0);
    }
    return within(outlook.broadestRule, async () => {
      const isLong = outlook.bound ** 2 * LOOK_UP_COST > walk.fetched * outlook.total;
      const isFound = outlook.states.every(({ bound, access }) => bound === 0 || access);
      const listed = isLong && isFound && page.offset === 0 ? listedIds(outlook, walk) : undefined;
      const reads = outlook.states.reduce((sum, { access }) => sum + (access?.reads ?? 0), 0);
      const isFew = Math.max(outlook.atLeast, reads) * Math.max(outlook.atLeast, 1) < walk.fetched * outlook.total;
      const isMet = listed
        ? await this.isMetByIds(list, outlook, listed, written)
        : isFew && isFound && (await this.isMetFirst(list, outlook, reads, written));
      // Where ids are listed, a walk was tried already: all matches are fetched, even if those in both states are more than MAX_FOUND.
      let matches = (isFew || listed) && isFound && !isMet ? await this.fetch(list, outlook, written, !listed) : undefined;
      const isWritten = isMet || (matches !== undefined && (listed !== undefined || matches <= COUNT_BOUND));
      if (!isWritten) await this.walk(list, outlook, isFound, matches, written);
      if (countMode === 'TOTAL_COUNT_MODE_NONE') return undefined;
      if (matches !== undefined && matches <= COUNT_BOUND) return exactCount(matches);
      if (outlook.atLeast === outlook.bound)
        return countMode === 'TOTAL_COUNT_MODE_EXACT' ? exactCount(outlook.bound) : boundedCount(outlook.bound);
      if (countMode === 'TOTAL_COUNT_MODE_BOUNDED') matches ??= outlook.atLeast > COUNT_BOUND ? outlook.atLeast : undefined;
      else matches = undefined;
      return matches === undefined ? this.counts.of(list, outlook) : boundedCount(matches);
    });
  }

  /** Whether a short walk fills the page, where fetching all matches costs more: very many may be read, or each of them twice. */
  private async isMetFirst(list: FilteredList, outlook: Outlook, reads: number, written: ObservationPage): Promise<boolean> {
    if (reads > MAX_FETCHED) return this.walks.fill(list, MAX_LOOK, written);
    // In the order of the last change, each match that is fetched takes another look-up, and bits of all rules leave few other rows.
    const { walk } = list;
    const leavesOut = reads === 0 || (walk.onBits ?? []).length > 0;
    if (walk.sort.stateKey === undefined || outlook.bound < MIN_REACH || !leavesOut) return false;
    const entries = entriesOf(outlook);
    // Evenly spread, the matches of a page take fewer entries than that.
    if (walk.fetched * outlook.total > entries * outlook.bound) return false;
    return this.walks.fill({ ...list, walk: { ...walk, entries } }, MIN_REACH, written);
  }

  /** Returns the number of matches. If it is bounded and exceeds COUNT_BOUND, no row was written. */
  private async fetch(
    { organizationId, walk, page }: FilteredList,
    outlook: Outlook,
    written: ObservationPage,
    isBounded: boolean,
  ): Promise<number> {
    const { selection, sort, descending, fetched } = walk;
    const { place, offset } = page;
    const { sql, params } = findPage({ selection, outlook, sort, descending, fetched, place, offset, isBounded });
    const rows = await this.database.lists.readText(organizationId, sql, params);
    const matches = Number(rows[0]?.[0] ?? 0);
    const shown = rows.filter(([, id]) => id !== null);
    written.begin();
    if (shown.length > 0) {
      const values = [organizationId, shown.map(([, id]) => id), ...sortKeys(sort).map((_, index) => shown.map((row) => row[index + 2]))];
      await this.database.lists.readTexts(organizationId, [
        { sql: shownRows(sort), params: values, prepared: true, plannedOnce: true, taker: written },
      ]);
    }
    return matches;
  }

  /** Walks along the index of the sort. If the page is not filled soon, the matches are at the far end, and are fetched instead. */
  private async walk(
    list: FilteredList,
    outlook: Outlook,
    isFound: boolean,
    counted: number | undefined,
    written: ObservationPage,
  ): Promise<void> {
    const { organizationId, page } = list;
    const isRanges = page.offset === 0 && !isFound && hasRanges(outlook, false);
    const listed = isRanges ? listedIds(outlook, list.walk) : undefined;
    if (listed) {
      if (!(await this.isMetByIds(list, outlook, listed, written))) await this.fetch(list, opened(outlook), written, false);
      return;
    }
    let walk: Walk = { ...list.walk, ...(await this.periods.of(list, outlook)) };
    const reachOf = (factor: number, matches: number) => reachFor(factor, walk.fetched, outlook.total, matches);
    /** Whether these rows filled the page, or there are no others. */
    const isMetWithin = async (reach: number) => (await this.walks.fill({ ...list, walk }, reach, written)) || reach > outlook.total;
    const atLeast = Math.max(outlook.atLeast, counted ?? 0);
    if (page.offset === 0 && isFound && outlook.bound <= MAX_FETCHED) {
      if (await isMetWithin(reachOf(REACH_FACTOR, atLeast))) return;
      if (outlook.days) walk = { ...walk, ...(await this.periods.of(list, outlook, outlook.days)) };
      walk = { ...walk, entries: entriesOf(outlook) };
      if (await isMetWithin(reachOf(SECOND_REACH_FACTOR, atLeast))) return;
      await this.fetch(list, outlook, written, false);
      return;
    }
    const isTooWide = list.filter.nodes.length === 1 && (walk.period?.rows ?? 0) > MAX_FETCHED;
    if (isRanges && !isTooWide) {
      if (await isMetWithin(reachOf(1, atLeast))) return;
      const { sql, params } = sizeOfRanges(outlook, organizationId, list.view);
      const bound = Number((await this.database.lists.readText(organizationId, sql, params))[0]?.[0]);
      if (bound <= MAX_FETCHED) {
        const reach = reachOf(REACH_FACTOR, bound);
        if (reach < bound && (await isMetWithin(reach))) return;
        await this.fetch(list, opened(outlook), written, false);
        return;
      }
    }
    if (page.offset === 0 && outlook.days) {
      if (await isMetWithin(reachOf(REACH_FACTOR, atLeast))) return;
      walk = { ...walk, ...(await this.periods.of(list, outlook, outlook.days)) };
    }
    const statement = page.offset > 0 ? pageAfter(walk, page.offset) : pageFrom(walk, page.place);
    await this.database.lists.readTexts(organizationId, [{ ...statement, prepared: true, taker: written }]);
  }

  /** Walks along the index of the sort alone and compares its entries with the ids of all matches. */
  private async isMetByIds(list: FilteredList, outlook: Outlook, listed: Listed, written: ObservationPage): Promise<boolean> {
    const { matches, ids, isTimeRange, hasLastChange } = listed;
    const isByLastChange = list.walk.sort.stateKey !== undefined;
    const areFew = matches ** 2 <= list.walk.fetched * outlook.total;
    // Fetching and sorting them all takes less time than a walk.
    if (isByLastChange && (hasLastChange || (isTimeRange && areFew))) return false;
    const limits = await this.periods.of(list, outlook, outlook.days);
    // By the last change, the index leaves out what was first seen at other times.
    if (isByLastChange && isTimeRange)
      return this.walks.fill({ ...list, walk: { ...list.walk, ...limits, entries: entriesOf(outlook) } }, MIN_REACH, written);
    const isDense = limits.period !== undefined && outlook.days === undefined;
    const isOnRow = isTimeRange || isChangedBefore(list.filter);
    const denseReach = isOnRow ? DENSE_REACH_ON_ROW : DENSE_FACTOR * list.walk.fetched;
    if (isDense && (await this.walks.fill({ ...list, walk: { ...list.walk, ...limits } }, denseReach, written))) return true;
    const walk = { ...list.walk, selection: withoutFilter(list.walk.selection), ...limits, listed: ids };
    const reach = reachFor(LISTED_REACH_FACTOR, walk.fetched, outlook.total, matches);
    return (await this.walks.fill({ ...list, walk }, reach, written)) || reach > outlook.total;
  }
}
