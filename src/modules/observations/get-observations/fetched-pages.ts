import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import type { FilterEstimate } from '../search/estimate';
import type { FilteredList } from './filtered-list';
import { findPage, shownRows } from './found-page';
import type { ObservationPage } from './observation-page';
import { sortKeys } from './observation-sorts';

/** Pages whose matches are all fetched by index, counted and sorted. */
@Injectable()
export class FetchedPages {
  constructor(private readonly database: Database) {}

  /** Returns the number of matches. If it is bounded and exceeds COUNT_BOUND, no row was written. */
  async write(
    { organizationId, walk, page }: FilteredList,
    estimate: FilterEstimate,
    written: ObservationPage,
    isBounded: boolean,
  ): Promise<number> {
    const { selection, sort, descending, fetched } = walk;
    const { place, offset } = page;
    const { sql, params } = findPage({ selection, estimate, sort, descending, fetched, place, offset, isBounded });
    const rows = await this.database.lists.readText(organizationId, sql, params);
    const matches = Number(rows[0]?.[0] ?? 0);
    const shown = rows.filter(([, id]) => id !== null);
    written.onBegin();
    if (shown.length > 0) {
      const values = [organizationId, shown.map(([, id]) => id), ...sortKeys(sort).map((_, index) => shown.map((row) => row[index + 2]))];
      await this.database.lists.readTexts(organizationId, [
        { sql: shownRows(sort), params: values, prepared: true, plannedOnce: true, sink: written },
      ]);
    }
    return matches;
  }
}
