import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import { within } from '#platform/filters/filter-too-broad';
import type { FilterList } from '#platform/filters/filter-tree';
import type { Page } from '#platform/paging/page';
import type { View } from '#vocabulary/view';
import { ObservationSearch } from '../search/observation-search';
import { everyRow, type Access, type Ids, type Outlook, type WideAccess } from '../search/outlook';
import { mapReadings } from '../search/readings';
import { boundedCount, COUNT_BOUND, exactCount, type TotalCount, type TotalCountMode } from '../total-count';
import { costlyRule } from '../search/costly-rule';
import { MAX_FETCHED, type State } from '../search/source';
import { OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import { statesOf, withoutFilter } from '../observation-query';
import { countAroundMatch } from './around-match';
import { findPage, shownRows } from './found-page';
import type { ObservationPage } from './observation-page';
import { isKnownToEnd, type Walk } from './index-entries';
import { sortKeys, type ObservationSort } from './observation-sorts';
import { Periods } from './periods';
import { isLastWalk, pageAfter, pageFrom } from './page-statement';
import { certainOnBits, conditionsOnBits, listedStates, STATE_COLUMNS } from './state-rules';

/** What a call requests. */
export interface FilteredList {
  organizationId: string;
  view: View;
  filter: FilterList;
  walk: Walk;
  page: Page;
  countMode: TotalCountMode;
}

/** How far a walk goes before it gives up, as a multiple of the rows it would need if matches were spread evenly. */
const REACH_FACTOR = 3;
/** The same for a second walk, which starts where the kept days say that matches begin. */
const SECOND_REACH_FACTOR = 12;
const MIN_REACH = 2_000;
/** Maximum number of rows to check one by one, to count a filter that may match many. */
const MAX_SAMPLE = 100_000;
/** Rows to check along the sort before an index is asked for more than MAX_FETCHED rows. */
const MAX_LOOK = 10_000;

/** How far a walk goes in the period of a rule on another time, where often most rows match, before ids are listed. */
const DENSE_FACTOR = 10;
/** The same after a cursor: a last page is followed by the rest of a day, which takes less time to check than all ids to list. */
const DENSE_REACH_AFTER = 8_000;
/** The limit of a walk that compares its entries with listed ids: it takes less time than fetching the rows of all ids. */
const LISTED_REACH_FACTOR = 6;
/** Entries of the index of the last change to read where the index itself leaves rows out; at most half of all. */
const MAX_ENTRIES = 60_000;
/** Fetching a row costs about as much as reading this many index entries in order. */
const LOOK_UP_COST = 13;
/** Checking a row costs as much as listing and hashing this many ids. */
const HASH_GAIN = 2;
/** The same if checking a row takes a look-up by id, because the list or the filter is on another table. */
const HASH_GAIN_BY_ID = 4;
/** Ids that a statement compares with, at most. */
const MAX_LISTED = 50_000;

interface Listed {
  matches: number;
  ids: Readonly<Partial<Record<State, Ids>>>;
  /** Whether they are ids of a range of a time of observations. */
  isTimeRange: boolean;
  /** Whether the index that lists them has the time of the last change, too. */
  hasLastChange: boolean;
}

const UPDATED_AT = `${OBSERVATION_FIELD_PREFIX}UPDATED_AT`;
const EVERYTHING: FilterList = { kind: 'list', operator: 'AND', negated: false, nodes: [] };

/** A filter is frequent if at least one row in five matches. */
const FREQUENT = 5;
/** A filter is rare if fewer rows match than one of these: then reading bits of its values takes less time than looking up the rows. */
const RARE = 20;
/** Number of newest rows among which a frequent filter is counted. */
const FREQUENT_SAMPLE = FREQUENT * COUNT_BOUND;

/** The ids of all matches, if they are not too many, an index lists them, and comparing with them is faster than looking up each row. */
function listedIds({ states, bound, total }: Outlook, { fetched, sort, selection }: Walk): Listed | undefined {
  if (isOnSortKey(selection.filter, sort)) return undefined;
  const matching = states.filter((state) => state.bound > 0);
  const gain = sort.stateKey === undefined && !selection.condition.includes('SELECT') ? HASH_GAIN : HASH_GAIN_BY_ID;
  const max = Math.min(MAX_LISTED, Math.sqrt(gain * fetched * total));
  if (bound > max || !matching.every(({ access, wide }) => (access ?? wide)?.ids)) return undefined;
  const ids = matching.map(({ state, access, wide }): [State, Ids] => [
    state,
    (params) => access?.ids?.(params) ?? (wide?.ids?.(params, MAX_LISTED + 1) as string),
  ]);
  const isEvery = (reading: 'rows' | 'states') => matching.every(({ access, wide }) => (access ?? wide)?.[reading]);
  return { matches: bound, ids: Object.fromEntries(ids), isTimeRange: isEvery('rows'), hasLastChange: isEvery('states') };
}

/** The outlook with an access for each range. */
function opened(outlook: Outlook): Outlook {
  const states = outlook.states.map((state) => (state.wide ? { ...state, access: openedAccess(state.bound, state.wide) } : state));
  return { ...outlook, states };
}

function openedAccess(bound: number, wide: WideAccess): Access {
  const readings = mapReadings(wide, (read) => (params: SqlParams) => read(params, MAX_FETCHED + 1));
  return { bound, reads: bound, intersects: false, write: wide.write, ...readings };
}

/** Rows to check for a page: a multiple of those that it would need if matches were spread evenly. */
function reachFor(factor: number, fetched: number, total: number, matches: number): number {
  return Math.ceil((factor * fetched * total) / Math.max(matches, 1)) + MIN_REACH;
}

function entriesOf({ total }: Outlook): number {
  return Math.min(MAX_ENTRIES, Math.floor(total / 2));
}

/** If the list is by the last change, its index leaves out most rows that do not match. */
function leavingOut(list: FilteredList, { bound, total }: Outlook): FilteredList {
  const { walk, filter, view } = list;
  if (walk.sort.stateKey === undefined) return list;
  return { ...list, walk: { ...walk, onBits: conditionsOnBits(filter, view, bound * RARE <= total) } };
}

/** Whether the matches are one range of the index of the sort: then a walk meets nothing else. */
function isOnSortKey({ nodes: [only, ...others] }: FilterList, { field }: ObservationSort): boolean {
  return only?.kind === 'rule' && others.length === 0 && !only.negated && only.field === `${OBSERVATION_FIELD_PREFIX}${field}`;
}

/** Whether all matches changed last before some time: no row that itself changed later is looked up. */
function isChangedBefore({ nodes: [only, ...others] }: FilterList): boolean {
  if (only?.kind !== 'rule' || only.negated || others.length > 0) return false;
  return only.field === UPDATED_AT && only.conditions.some(({ operator }) => operator === '<' || operator === '<=');
}

/** Whether an index finds the rows of every state, or at least lists them as a range. */
function hasRanges({ states }: Outlook): boolean {
  return states.every(({ bound, access, wide }) => bound === 0 || (access ?? wide));
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
    private readonly periods: Periods,
  ) {}

  /** Writes the rows of the page, and returns the total if one is requested. */
  async write(requested: FilteredList, written: ObservationPage): Promise<TotalCount | undefined> {
    const { organizationId, view, filter, walk, page, countMode } = requested;
    const costly = costlyRule(filter);
    const frequent = costly === undefined ? undefined : await within(costly, () => this.writeFrequent(requested, written));
    if (frequent) return frequent.total;
    const outlook = await this.search.outlook(organizationId, view, filter, walk.mode);
    const list = leavingOut(requested, outlook);
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
      let matches = (isFew || listed) && isFound && !isMet ? await this.fetch(list, outlook, written, true) : undefined;
      if (!isMet && (matches === undefined || matches > COUNT_BOUND)) await this.walk(list, outlook, isFound, matches, written);
      if (countMode === 'TOTAL_COUNT_MODE_NONE') return undefined;
      if (matches !== undefined && matches <= COUNT_BOUND) return exactCount(matches);
      if (outlook.atLeast === outlook.bound)
        return countMode === 'TOTAL_COUNT_MODE_EXACT' ? exactCount(outlook.bound) : boundedCount(outlook.bound);
      if (countMode === 'TOTAL_COUNT_MODE_BOUNDED') matches ??= outlook.atLeast > COUNT_BOUND ? outlook.atLeast : undefined;
      else matches = undefined;
      return matches === undefined ? this.count(list, outlook) : boundedCount(matches);
    });
  }

  /** Writes the page of a filter on a part of a URL without looking it up; undefined if that does not tell that very many URLs match. */
  private async writeFrequent(list: FilteredList, written: ObservationPage): Promise<{ total: TotalCount | undefined } | undefined> {
    const { organizationId, view, walk, page, countMode } = list;
    if (countMode === 'TOTAL_COUNT_MODE_EXACT' || page.offset > 0) return undefined;
    const tried = FREQUENT * walk.fetched;
    const isMet = await this.isMetWithin(list, tried, written, { prepared: true, plannedOnce: true });
    if (isMet && countMode === 'TOTAL_COUNT_MODE_NONE') return { total: undefined };
    const outlook = await this.search.outlook(organizationId, view, EVERYTHING, walk.mode);
    if (outlook.total < 2 * COUNT_BOUND) return undefined;
    const around = countAroundMatch(walk.selection, walk.mode, tried);
    const [row] = around ? await this.database.lists.readText(organizationId, around.sql, around.params) : [];
    const found = Number(row?.[0] ?? 0);
    if (found > COUNT_BOUND && (isMet || (await this.isMetAmongMany(list, outlook, found, written))))
      return { total: countMode === 'TOTAL_COUNT_MODE_NONE' ? undefined : boundedCount(found) };
    if (!isMet || outlook.total < 2 * FREQUENT_SAMPLE) return undefined;
    const sampled = await this.countAmong(list, FREQUENT_SAMPLE);
    return sampled > COUNT_BOUND ? { total: boundedCount(sampled) } : undefined;
  }

  /** Walks as far as that many matches should need. */
  private isMetAmongMany(list: FilteredList, outlook: Outlook, matches: number, written: ObservationPage): Promise<boolean> {
    const { walk } = leavingOut(list, outlook);
    const reach = reachFor(REACH_FACTOR, walk.fetched, outlook.total, matches);
    return this.isMetWithin({ ...list, walk: { ...walk, entries: entriesOf(outlook) } }, reach, written);
  }

  /** Checks up to `reach` rows along the index of the sort. Returns whether they filled the page, or were the last ones after a cursor. */
  private async isMetWithin(
    { organizationId, walk, page }: FilteredList,
    reach: number,
    written: ObservationPage,
    options: { prepared?: boolean; plannedOnce?: boolean } = {},
  ): Promise<boolean> {
    const { place, offset } = page;
    if (offset > 0) return false;
    await this.database.lists.readTexts(organizationId, [{ ...pageFrom({ ...walk, reach }, place), ...options, taker: written }]);
    if (written.isFull || !place) return written.isFull;
    if (isKnownToEnd({ ...walk, reach })) return true;
    const { sql, params } = isLastWalk({ ...walk, reach }, place);
    const [row] = await this.database.lists.readText(organizationId, sql, params);
    return row?.[0] === 't';
  }

  /** Whether a short walk fills the page, where fetching all matches costs more: very many may be read, or each of them twice. */
  private async isMetFirst(list: FilteredList, outlook: Outlook, reads: number, written: ObservationPage): Promise<boolean> {
    if (reads > MAX_FETCHED) return this.isMetWithin(list, MAX_LOOK, written);
    // An intersection. In the order of the last change, each match takes another look-up, and bits of all its rules leave few other rows.
    if (reads > 0 || outlook.bound < MIN_REACH || list.walk.sort.stateKey === undefined) return false;
    return this.isMetWithin({ ...list, walk: { ...list.walk, entries: entriesOf(outlook) } }, MIN_REACH, written);
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
    const isRanges = page.offset === 0 && !isFound && hasRanges(outlook);
    const listed = isRanges ? listedIds(outlook, list.walk) : undefined;
    if (listed) {
      if (!(await this.isMetByIds(list, outlook, listed, written))) await this.fetch(list, opened(outlook), written, false);
      return;
    }
    let walk: Walk = { ...list.walk, ...(await this.periods.of(list, outlook)) };
    const reachOf = (factor: number, matches: number) => reachFor(factor, walk.fetched, outlook.total, matches);
    /** Whether these rows filled the page, or there are no others. */
    const isMetWithin = async (reach: number) => (await this.isMetWithin({ ...list, walk }, reach, written)) || reach > outlook.total;
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
      const bound = await this.sizeOfRanges(list, outlook);
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
    // Reading and sorting them all takes less time than a walk.
    if (isByLastChange && hasLastChange) return false;
    const limits = await this.periods.of(list, outlook, outlook.days);
    // By the last change, the index leaves out what was first seen at other times.
    if (isByLastChange && isTimeRange)
      return this.isMetWithin({ ...list, walk: { ...list.walk, ...limits, entries: entriesOf(outlook) } }, MIN_REACH, written);
    const isDense = limits.period !== undefined && outlook.days === undefined;
    const isOnRow = isTimeRange || isChangedBefore(list.filter);
    const denseReach = isOnRow && list.page.place ? DENSE_REACH_AFTER : DENSE_FACTOR * list.walk.fetched;
    if (isDense && (await this.isMetWithin({ ...list, walk: { ...list.walk, ...limits } }, denseReach, written))) return true;
    const walk = { ...list.walk, selection: withoutFilter(list.walk.selection), ...limits, listed: ids };
    const reach = reachFor(LISTED_REACH_FACTOR, walk.fetched, outlook.total, matches);
    return (await this.isMetWithin({ ...list, walk }, reach, written)) || reach > outlook.total;
  }

  /** The number of rows that the ranges and accesses find; of each range, up to MAX_FETCHED + 1 are counted. */
  private async sizeOfRanges({ organizationId, view }: FilteredList, { states }: Outlook): Promise<number> {
    const params = new SqlParams<unknown>([organizationId, view.number]);
    const counts = states.flatMap(({ wide }) => (wide ? [`(${wide.count(params)})`] : []));
    const [row] = await this.database.lists.readText(organizationId, `SELECT ${counts.join(' + ')}`, params.values);
    return Number(row?.[0]) + states.reduce((sum, { access }) => sum + (access?.bound ?? 0), 0);
  }

  /** Counts by reading rows, because the kept values do not give the number. */
  private async count(list: FilteredList, outlook: Outlook): Promise<TotalCount> {
    const { organizationId, walk, countMode } = list;
    const isExact = countMode === 'TOTAL_COUNT_MODE_EXACT';
    const sample = Math.min(MAX_SAMPLE, outlook.total / 2);
    if (!isExact && outlook.bound * sample > COUNT_BOUND * outlook.total) {
      const found = await this.countAmong(list, Math.floor(sample));
      if (found > COUNT_BOUND) return boundedCount(found);
    }
    const params = new SqlParams(walk.selection.params);
    const matching = everyRow(outlook, walk.selection, '1', params);
    const sql = `SELECT count(*) FROM (${matching}${isExact ? '' : ` LIMIT ${COUNT_BOUND + 1}`}) matching`;
    const [row] = await this.database.lists.readText(organizationId, sql, params.values);
    const count = Number(row?.[0] ?? 0);
    return isExact ? exactCount(count) : boundedCount(count);
  }

  /** Counts the states with certain bits among this number of them, up to COUNT_BOUND + 1: an index has the bits, so no row is looked up. */
  private async countCertain(
    { organizationId, view, walk: { mode } }: FilteredList,
    certain: readonly ((params: SqlParams) => string)[],
    newest: number,
  ): Promise<number> {
    const states = statesOf(mode);
    const params = new SqlParams<unknown>([organizationId, view.number]);
    const latest = `ORDER BY s.updated_at DESC, s.observation_id DESC LIMIT ${Math.floor(newest / states.length)}`;
    const read = states.map((state) => `(SELECT ${STATE_COLUMNS} FROM ${listedStates(state)} ${latest})`).join(' UNION ALL ');
    const conditions = certain.map((write) => write(params)).join(' AND ');
    const sql = `SELECT count(*) FROM (SELECT 1 FROM (${read}) s WHERE ${conditions} LIMIT ${COUNT_BOUND + 1}) matching`;
    const [row] = await this.database.lists.readText(organizationId, sql, params.values);
    return Number(row?.[0] ?? 0);
  }

  /** Counts the matches among this number of newest rows, up to COUNT_BOUND + 1. */
  private async countAmong(list: FilteredList, newest: number): Promise<number> {
    const certain = certainOnBits(list.filter, list.view);
    const least = certain ? await this.countCertain(list, certain, newest) : 0;
    if (least > COUNT_BOUND) return least;
    const {
      organizationId,
      walk: { selection, mode },
    } = list;
    const states = statesOf(mode);
    // Only the columns that the filter reads: otherwise all sixty columns of each row would be copied.
    const columns = [...new Set(selection.condition.match(/\bo\.\w+/g))].join(', ');
    const rows = states.map(
      (state) =>
        `(SELECT ${columns} FROM observation o WHERE ${selection.scope} AND ${state} ORDER BY o.first_seen DESC, o.id DESC LIMIT ${Math.floor(newest / states.length)})`,
    );
    const matching = `SELECT 1 FROM (${rows.join(' UNION ALL ')}) o WHERE (${selection.condition}) IS TRUE LIMIT ${COUNT_BOUND + 1}`;
    const [row] = await this.database.lists.readText(organizationId, `SELECT count(*) FROM (${matching}) matching`, selection.params);
    return Number(row?.[0] ?? 0);
  }
}
