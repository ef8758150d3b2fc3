import { Injectable } from '@nestjs/common';
import type { FilterList } from '#platform/filters/filter-tree';
import { OBSERVATION_FIELD_PREFIX } from '../observation-fields';
import { withoutFilter } from '../observation-query';
import type { FilterEstimate } from '../search/estimate';
import type { FilteredList } from './filtered-list';
import type { Listed } from './listed-ids';
import type { ObservationPage } from './observation-page';
import { Periods } from './periods';
import { entriesOf, MIN_REACH, reachFor, ShortWalks } from './short-walks';

/** How far a walk goes in the period of a rule on another time, where often most rows match, before ids are listed. */
const DENSE_FACTOR = 10;
/** The same for a rule on the row itself. A period has whole days, and the rest of a day takes less time to check than all ids to list. */
const DENSE_REACH_ON_ROW = 8_000;
/** The limit of a walk that compares its entries with listed ids: it takes less time than fetching the rows of all ids. */
const LISTED_REACH_FACTOR = 6;
const UPDATED_AT = `${OBSERVATION_FIELD_PREFIX}UPDATED_AT`;

/** Whether all matches changed last before some time: no row that itself changed later is looked up. */
function isChangedBefore({ nodes: [only, ...others] }: FilterList): boolean {
  if (only?.kind !== 'rule' || only.negated || others.length > 0) return false;
  return only.field === UPDATED_AT && only.conditions.some(({ operator }) => operator === '<' || operator === '<=');
}

/** Walks along the index of the sort alone that compare its entries with the ids of all matches. */
@Injectable()
export class ListedWalks {
  constructor(
    private readonly walks: ShortWalks,
    private readonly periods: Periods,
  ) {}

  /** Whether a walk filled the page. */
  async fill(list: FilteredList, estimate: FilterEstimate, listed: Listed, written: ObservationPage): Promise<boolean> {
    const { matches, ids, isTimeRange, hasLastChange } = listed;
    const isByLastChange = list.walk.sort.stateKey !== undefined;
    const areFew = matches ** 2 <= list.walk.fetched * estimate.total;
    // Fetching and sorting them all takes less time than a walk.
    if (isByLastChange && (hasLastChange || (isTimeRange && areFew))) return false;
    const limits = await this.periods.of(list, estimate, estimate.days);
    // By the last change, the index leaves out what was first seen at other times.
    if (isByLastChange && isTimeRange)
      return this.walks.fill({ ...list, walk: { ...list.walk, ...limits, entries: entriesOf(estimate) } }, MIN_REACH, written);
    const isDense = limits.period !== undefined && estimate.days === undefined;
    const isOnRow = isTimeRange || isChangedBefore(list.filter);
    const denseReach = isOnRow ? DENSE_REACH_ON_ROW : DENSE_FACTOR * list.walk.fetched;
    if (isDense && (await this.walks.fill({ ...list, walk: { ...list.walk, ...limits } }, denseReach, written))) return true;
    const walk = { ...list.walk, selection: withoutFilter(list.walk.selection), ...limits, listed: ids };
    const reach = reachFor(LISTED_REACH_FACTOR, walk.fetched, estimate.total, matches);
    return (await this.walks.fill({ ...list, walk }, reach, written)) || reach > estimate.total;
  }
}
