import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import type { FilterList } from '#platform/filters/filter-tree';
import type { Place } from '#platform/paging/cursor';
import type { View } from '#shared/view';
import type { Days, FilterEstimate } from '../search/estimate';
import { commonDays } from '../search/estimate-tree';
import { asRead, daysOf, hasTimes, periodOf, type KnownPeriod, type Period } from '../search/sort-days';
import type { State } from '../states';
import { edgeRows } from './edge-rows';
import { OBSERVATION_SORTS, sortedTime, type ObservationSort } from './observation-sorts';

/** Rows on the first or last day of a range that are looked up one by one, at most. */
const MAX_EDGE = 500;

interface SortedList {
  organizationId: string;
  view: View;
  filter: FilterList;
  walk: { sort: ObservationSort; descending: boolean };
  page: { place: Place | undefined };
}

/** Periods that contain all matches. Each is undefined if the kept days do not tell. */
interface Limits {
  /** Of the sorted time. */
  period: Period | undefined;
  /** Of the first sighting, for a list by the last change. */
  firstSeen?: Days | undefined;
}

/** Looks up in which period of the sorted time all matches of a list lie. */
@Injectable()
export class Periods {
  constructor(private readonly database: Database) {}

  async of(list: SortedList, estimate: FilterEstimate, firstSeen?: Days): Promise<Limits> {
    const states = estimate.states.map(({ state }) => state);
    if (list.walk.sort.stateKey === undefined) return { period: await this.sorted(list, states, firstSeen) };
    const seen = await this.days(list, states, 'FIRST_SEEN', undefined);
    const ofRules = seen && daysOf(seen.period);
    const changed = await this.days(list, states, 'UPDATED_AT', commonDays([firstSeen, ofRules]));
    const rows = Math.max(seen?.period.rows ?? 0, changed?.period.rows ?? 0);
    return { period: changed && { ...changed.period, rows }, firstSeen: commonDays([estimate.days, ofRules]) };
  }

  private async sorted(list: SortedList, states: readonly State[], firstSeen: Days | undefined): Promise<Period | undefined> {
    const { sql, field } = sortedTime(list.walk.sort);
    const known = (await this.days(list, states, field, firstSeen)) ?? (await this.throughFirstSeen(list, states, field, firstSeen));
    return known && this.withoutEdge(list, states, known, sql);
  }

  /** The period without the day on which a range ends, if only few rows of that day match, and they lie elsewhere. */
  private async withoutEdge(
    { organizationId, view }: SortedList,
    states: readonly State[],
    known: KnownPeriod,
    time: string,
  ): Promise<Period> {
    const edge = known.edge && edgeRows(organizationId, view, states, known.edge, time, MAX_EDGE);
    const [row] = edge ? await this.database.lists.readText(organizationId, edge.sql, edge.params) : [];
    const [count, first, last] = row ?? [];
    if (row === undefined || Number(count) > MAX_EDGE) return known.period;
    return known.narrowedTo(Number(count) === 0 ? undefined : { from: Number(first), before: Number(last) + 1 });
  }

  private async days(
    { organizationId, view, filter, walk: { sort, descending }, page }: SortedList,
    states: readonly State[],
    field: string,
    firstSeen: Days | undefined,
  ): Promise<KnownPeriod | undefined> {
    // Most values are read together with the days on which their rows were first seen.
    if (field === 'FIRST_SEEN' && firstSeen && !hasTimes(filter)) return asRead(firstSeen);
    // With classes, the time at the cursor is that of its class.
    const place = field === sort.field && !sort.classes ? page.place?.[0] : undefined;
    const sortedBy = { field, descending, place };
    const lookup = periodOf({ organizationId, view: view.number, states, filter, sortedBy, firstSeen });
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
    const period = known && (await this.withoutEdge(list, states, known, OBSERVATION_SORTS.firstSeen.key));
    const later = period && (await this.days(list, states, field, daysOf(period)));
    return later && { ...later, period: { ...later.period, rows: period.rows } };
  }
}
