import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import type { FilterEstimate } from '../search/estimate';
import { everyRow } from '../search/matching-rows';
import { boundedCount, COUNT_BOUND, exactCount, type TotalCount } from '../total-count';
import { statesOf } from '../states';
import type { FilteredList } from './filtered-list';
import { newestRows } from './newest-rows';
import { certainOnBits, listedStates, STATE_COLUMNS } from './state-rules';

/** Maximum number of rows to check one by one, to count a filter that may match many. */
const MAX_SAMPLE = 100_000;

/** Counts matches by reading rows or index entries, where the kept values do not give the number. */
@Injectable()
export class MatchCounts {
  constructor(private readonly database: Database) {}

  async of(list: FilteredList, estimate: FilterEstimate): Promise<TotalCount> {
    const { organizationId, walk, countMode } = list;
    const isExact = countMode === 'TOTAL_COUNT_MODE_EXACT';
    const sample = Math.min(MAX_SAMPLE, estimate.total / 2);
    if (!isExact && estimate.bound * sample > COUNT_BOUND * estimate.total) {
      const found = await this.among(list, Math.floor(sample));
      if (found > COUNT_BOUND) return boundedCount(found);
    }
    const { sql, params } = everyRow(estimate, walk.selection, '1');
    const count = await this.read(organizationId, `${sql}${isExact ? '' : ` LIMIT ${COUNT_BOUND + 1}`}`, params);
    return isExact ? exactCount(count) : boundedCount(count);
  }

  /** The matches among this number of newest rows, up to COUNT_BOUND + 1. */
  async among(list: FilteredList, newest: number): Promise<number> {
    const certain = certainOnBits(list.filter, list.view);
    const least = certain ? await this.certain(list, certain, newest) : 0;
    if (least > COUNT_BOUND) return least;
    const { selection, mode } = list.walk;
    // Only the columns that the filter reads: otherwise all sixty columns of each row would be copied.
    const columns = [...new Set(selection.condition.match(/\bo\.\w+/g))].join(', ');
    const rows = newestRows(selection, mode, columns, Math.floor(newest / statesOf(mode).length));
    const matching = `SELECT 1 FROM (${rows}) o WHERE (${selection.condition}) IS TRUE LIMIT ${COUNT_BOUND + 1}`;
    return this.read(list.organizationId, matching, selection.params);
  }

  /** The states with certain bits among this number of them, up to COUNT_BOUND + 1: an index has the bits, so no row is looked up. */
  private certain(
    { organizationId, view, walk: { mode } }: FilteredList,
    certain: readonly ((params: SqlParams) => string)[],
    newest: number,
  ): Promise<number> {
    const states = statesOf(mode);
    const params = new SqlParams<unknown>([organizationId, view.number]);
    const latest = `ORDER BY s.updated_at DESC, s.observation_id DESC LIMIT ${Math.floor(newest / states.length)}`;
    const read = states.map((state) => `(SELECT ${STATE_COLUMNS} FROM ${listedStates(state)} ${latest})`).join(' UNION ALL ');
    const conditions = certain.map((write) => write(params)).join(' AND ');
    return this.read(organizationId, `SELECT 1 FROM (${read}) s WHERE ${conditions} LIMIT ${COUNT_BOUND + 1}`, params.values);
  }

  private async read(organizationId: string, matching: string, params: unknown[]): Promise<number> {
    const [row] = await this.database.lists.readText(organizationId, `SELECT count(*) FROM (${matching}) matching`, params);
    return Number(row?.[0] ?? 0);
  }
}
