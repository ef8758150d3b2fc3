import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import type { FilterList } from '#platform/filters/filter-tree';
import type { View } from '#vocabulary/view';
import type { Days, Outlook } from '../search/outlook';
import { daysOf, periodOf, type KnownPeriod, type Period } from '../search/sort-days';
import type { State } from '../search/source';
import { edgeRows } from './edge-rows';
import { sortedTime, type ObservationSort } from './observation-sorts';

/** Rows on the first or last day of a range that are looked up one by one, at most. */
const MAX_EDGE = 500;

interface SortedList {
  organizationId: string;
  view: View;
  filter: FilterList;
  walk: { sort: ObservationSort; descending: boolean };
}

/** Looks up in which period of the sorted time all matches of a list lie. */
@Injectable()
export class Periods {
  constructor(private readonly database: Database) {}

  /** Undefined if the kept days do not tell. */
  async of(list: SortedList, { states }: Outlook, firstSeen?: Days): Promise<Period | undefined> {
    const { organizationId, view, walk } = list;
    const inState = states.map(({ state }) => state);
    const { sql, field } = sortedTime(walk.sort);
    const known = (await this.days(list, inState, field, firstSeen)) ?? (await this.throughFirstSeen(list, inState, field, firstSeen));
    if (!known?.edge) return known?.period;
    const edge = edgeRows(organizationId, view, inState, known.edge, sql, MAX_EDGE);
    const [row] = edge ? await this.database.lists.readText(organizationId, edge.sql, edge.params) : [];
    const [count, first, last] = row ?? [];
    if (row === undefined || Number(count) > MAX_EDGE) return known.period;
    return known.without(Number(count) === 0 ? undefined : { from: Number(first), before: Number(last) + 1 });
  }

  private async days(
    { organizationId, view, filter, walk: { descending } }: SortedList,
    states: readonly State[],
    field: string,
    firstSeen: Days | undefined,
  ): Promise<KnownPeriod | undefined> {
    const lookup = periodOf(organizationId, view.number, states, filter, { field, descending }, firstSeen);
    return lookup?.read(await this.database.lists.readText(organizationId, lookup.statement.sql, lookup.statement.params));
  }

  /** For two times whose days are not kept together, such as the last sighting and the last change: both are kept with the first sighting. */
  private async throughFirstSeen(
    list: SortedList,
    states: readonly State[],
    field: string,
    firstSeen: Days | undefined,
  ): Promise<KnownPeriod | undefined> {
    if (firstSeen || field === 'FIRST_SEEN') return undefined;
    const known = await this.days(list, states, 'FIRST_SEEN', undefined);
    const later = known && (await this.days(list, states, field, daysOf(known.period)));
    return later && { ...later, period: { ...later.period, rows: known.period.rows } };
  }
}
