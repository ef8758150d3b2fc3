import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import type { RowSink } from '#platform/database/row-sink';
import { within } from '#platform/filters/filter-too-broad';
import type { FilterList } from '#platform/filters/filter-tree';
import type { ObservationMode } from '#shared/observation.enums';
import type { View } from '#shared/view';
import { boundedCount, COUNT_BOUND, exactCount, type TotalCount, type TotalCountMode } from '../total-count';
import { statesOf } from '../states';
import { estimateFilter, MAX_ENTRIES, type FilterEstimate } from './estimate';
import { everyMatch } from './every-match';
import { findMatches, showFound } from './fetch';
import { countFirst, isShort, scanPage, type Scan, type Statement } from './index-scan';
import { OBSERVATION_SORTS } from './sorts';

/** A page of a list. */
export interface PageRequest {
  organizationId: string;
  view: View;
  filter: FilterList;
  mode: ObservationMode;
  scan: Omit<Scan, 'states'>;
  limit: number;
  offset: number;
  countMode: TotalCountMode;
}

/** Where the rows of a page go. */
export interface PageSink extends RowSink {
  readonly isFull: boolean;
  onBegin(): void;
}

/** Matches to fetch by index without a scan before, and at all. */
const MAX_FEW = 10_000;
const MAX_FETCHED = 200_000;
/** Fetching a row takes as long as checking this many along the sort. */
const FETCH_COST = 2;
/** A scan reads three times as many rows as it would need if matches were spread evenly, within these limits. */
const SPREAD = 3;
const MIN_SCANNED = 2_000;
const MAX_SCANNED = 30_000;
/** The same if nothing is known about the number of matches. */
const SCANNED_BLINDLY = 6_000;
/** Rows among which matches are counted, before an index is asked. */
const SAMPLE = 20_000;

/** Finds observations by a filter in two ways: a scan along the index of the sort, or a fetch of all matches by another index. See ADR 14. */
@Injectable()
export class ObservationSearch {
  constructor(private readonly database: Database) {}

  estimate(
    organizationId: string,
    view: View,
    filter: FilterList,
    mode: ObservationMode,
    maxEntries: number = MAX_ENTRIES.every,
  ): Promise<FilterEstimate> {
    return estimateFilter((statement) => this.readOne(organizationId, statement), organizationId, view, filter, mode, maxEntries);
  }

  /** Writes the rows of a page, and returns the total if one is requested. */
  async writePage(requested: PageRequest, page: PageSink): Promise<TotalCount | undefined> {
    const { organizationId, view, filter, mode, countMode } = requested;
    const estimate = await this.estimate(organizationId, view, filter, mode, MAX_ENTRIES.page);
    if (estimate.atMost === 0) {
      page.onBegin();
      return countMode === 'TOTAL_COUNT_MODE_NONE' ? undefined : exactCount(0);
    }
    return within(estimate.broadestRule, async () => {
      const counted = await this.writeRows(requested, estimate, page);
      return countMode === 'TOTAL_COUNT_MODE_NONE' ? undefined : this.total(requested, estimate, counted);
    });
  }

  /** Returns the number of matches if they were counted on the way. */
  private async writeRows(requested: PageRequest, estimate: FilterEstimate, page: PageSink): Promise<number | undefined> {
    const { atLeast, atMost, total } = estimate;
    const wanted = requested.limit + requested.offset;
    const scan = { ...requested.scan, states: estimate.states.map(({ state }) => state) };
    const isIndexed = estimate.states.every(({ access }) => access);
    if (isIndexed) {
      const areFew = atMost <= MAX_FEW && FETCH_COST * atMost * Math.max(atLeast, 1) <= wanted * total;
      const needed = (wanted * total) / Math.max(atLeast, 1);
      const maxRows = atLeast === 0 ? SCANNED_BLINDLY : Math.min(MAX_SCANNED, Math.ceil(SPREAD * needed) + MIN_SCANNED);
      if (!areFew && (await this.scan(requested, scan, maxRows, page))) return undefined;
      // Of so many, a scan to the end costs less: it soon comes to some of them.
      if (atLeast <= Math.min(MAX_FETCHED, total / (2 * FETCH_COST))) {
        const matches = await this.fetch(requested, scan, estimate, page);
        if (matches <= MAX_FETCHED) return matches;
      }
    }
    await this.scan(requested, scan, undefined, page);
    return undefined;
  }

  /** Returns whether the rows fill the page, or are the last ones of the list. */
  private async scan(
    { organizationId, limit, offset }: PageRequest,
    scan: Scan,
    maxRows: number | undefined,
    page: PageSink,
  ): Promise<boolean> {
    await this.database.lists.readTexts(organizationId, [{ ...scanPage(scan, { limit, offset, maxRows }), sink: page }]);
    if (page.isFull || maxRows === undefined) return true;
    return (await this.readOne(organizationId, isShort(scan, maxRows))) === 't';
  }

  /** Returns the number of matches; if it is above MAX_FETCHED, the page is empty. */
  private async fetch(
    { organizationId, limit, offset }: PageRequest,
    scan: Scan,
    { states }: FilterEstimate,
    page: PageSink,
  ): Promise<number> {
    const { sql, params } = findMatches(scan, states, { limit, offset, most: MAX_FETCHED });
    const rows = await this.database.lists.readText(organizationId, sql, params);
    const found = rows.filter((row) => row.at(-1) !== null);
    page.onBegin();
    if (found.length > 0) {
      const arrays = (rows[0] ?? []).slice(1).map((_, index) => found.map((row) => row[index + 1]));
      await this.database.lists.readTexts(organizationId, [
        { sql: showFound(scan.sort), params: [organizationId, ...arrays], prepared: true, plannedOnce: true, sink: page },
      ]);
    }
    return Number(rows[0]?.[0] ?? 0);
  }

  private async total(
    { organizationId, scan, mode, countMode }: PageRequest,
    estimate: FilterEstimate,
    counted: number | undefined,
  ): Promise<TotalCount> {
    const { atLeast, atMost, states } = estimate;
    if (counted !== undefined) return exactCount(counted);
    if (atLeast === atMost) return exactCount(atMost);
    const isExact = countMode === 'TOTAL_COUNT_MODE_EXACT';
    if (isExact) {
      const { sql, params } = everyMatch(estimate, scan.selection, '1');
      return exactCount(await this.count(organizationId, { sql: `SELECT count(*) FROM (${sql}) m`, params }));
    }
    if (atLeast > COUNT_BOUND) return boundedCount(atLeast);
    const inOrder = { ...scan, sort: OBSERVATION_SORTS.firstSeen, descending: true, position: undefined, states: statesOf(mode) };
    const first = await this.count(organizationId, countFirst(inOrder, SAMPLE, COUNT_BOUND + 1));
    if (first > COUNT_BOUND) return boundedCount(first);
    if (states.some(({ access }) => !access))
      return boundedCount(await this.count(organizationId, countFirst(inOrder, undefined, COUNT_BOUND + 1)));
    const { sql, params } = everyMatch(estimate, scan.selection, '1');
    return boundedCount(await this.count(organizationId, { sql: `SELECT count(*) FROM (${sql} LIMIT ${COUNT_BOUND + 1}) m`, params }));
  }

  private async count(organizationId: string, statement: Statement): Promise<number> {
    return Number(await this.readOne(organizationId, statement));
  }

  private async readOne(
    organizationId: string,
    { sql, params = [] }: { sql: string; params?: readonly unknown[] | undefined },
  ): Promise<string | null | undefined> {
    return (await this.database.lists.readText(organizationId, sql, params))[0]?.[0];
  }
}
