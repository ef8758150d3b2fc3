import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import type { FilterEstimate } from '../search/estimate';
import type { FilteredList } from './filtered-list';
import { isKnownToEnd } from './index-entries';
import type { ObservationPage } from './observation-page';
import { isLastWalk, pageFrom } from './page-statement';
import { conditionsOnBits } from './state-rules';

/** How far a walk goes before it gives up, as a multiple of the rows it would need if matches were spread evenly. */
export const REACH_FACTOR = 3;
export const MIN_REACH = 2_000;
/** Entries of the index of the last change to read where the index itself leaves rows out; at most half of all. */
const MAX_ENTRIES = 60_000;
/** Fetching a match takes about as long as reading this many entries. */
const ENTRIES_PER_MATCH = 6;
/** A filter is rare if fewer rows match than one of these: then reading bits of its values takes less time than looking up the rows. */
const RARE = 20;

/** Rows to check for a page: a multiple of those that it would need if matches were spread evenly. */
export function reachFor(factor: number, fetched: number, total: number, matches: number): number {
  return Math.ceil((factor * fetched * total) / Math.max(matches, 1)) + MIN_REACH;
}

export function entriesOf({ total, bound }: FilterEstimate): number {
  return Math.min(MAX_ENTRIES, Math.floor(total / 2), ENTRIES_PER_MATCH * bound);
}

/** If the list is by the last change, its index leaves out most rows that do not match. */
export function leavingOut(list: FilteredList, { bound, total }: FilterEstimate): FilteredList {
  const { walk, filter, view } = list;
  if (walk.sort.stateKey === undefined) return list;
  return { ...list, walk: { ...walk, onBits: conditionsOnBits(filter, view, bound * RARE <= total) } };
}

/** Walks along the index of the sort that end after a number of rows. */
@Injectable()
export class ShortWalks {
  constructor(private readonly database: Database) {}

  /** Checks up to `reach` rows. Returns whether they filled the page, or were the last ones after a cursor. */
  async fill(
    { organizationId, walk, page }: FilteredList,
    reach: number,
    written: ObservationPage,
    options: { prepared?: boolean; plannedOnce?: boolean } = {},
  ): Promise<boolean> {
    const { place, offset } = page;
    if (offset > 0) return false;
    await this.database.lists.readTexts(organizationId, [{ ...pageFrom({ ...walk, reach }, place), ...options, sink: written }]);
    if (written.isFull || !place) return written.isFull;
    if (isKnownToEnd({ ...walk, reach })) return true;
    const { sql, params } = isLastWalk({ ...walk, reach }, place);
    const [row] = await this.database.lists.readText(organizationId, sql, params);
    return row?.[0] === 't';
  }
}
