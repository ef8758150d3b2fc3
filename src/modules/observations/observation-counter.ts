import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database';
import type { FilterList } from '#platform/filters/filter-tree';
import type { ObservationMode } from './observation.enums';
import { onlySeverities } from './observation-fields';
import { statesOf, type Selection } from './observation-query';
import { boundedCount, COUNT_BOUND, exactCount, type TotalCount, type TotalCountMode } from './total-count';
import type { View } from './view';

const KEPT: Record<ObservationMode, string> = {
  OBSERVATION_MODE_OPEN: 'open_count',
  OBSERVATION_MODE_RESOLVED: 'closed_count',
  OBSERVATION_MODE_ALL: 'open_count + closed_count',
};

/** How many observations match: from the kept counts where severity is all that is asked about, else by counting. */
@Injectable()
export class ObservationCounter {
  constructor(private readonly database: Database) {}

  async count(
    organizationId: string,
    view: View,
    filter: FilterList,
    selection: Selection,
    mode: ObservationMode,
    countMode: TotalCountMode,
  ): Promise<TotalCount | undefined> {
    if (countMode === 'TOTAL_COUNT_MODE_NONE') return undefined;
    const severities = onlySeverities(filter);
    if (severities) {
      const total = Number(await this.keptCount(organizationId, view, severities, mode));
      return countMode === 'TOTAL_COUNT_MODE_EXACT' ? exactCount(total) : boundedCount(total);
    }
    const from = statesOf(mode).map((state) => `SELECT 1 FROM observation o WHERE ${selection.where} AND ${state}`);
    if (countMode === 'TOTAL_COUNT_MODE_EXACT') {
      const sql = `SELECT count(*) FROM (${from.join(' UNION ALL ')}) matching`;
      return exactCount((await this.database.readText(organizationId, sql, selection.params))[0]?.[0] ?? '0');
    }
    const bounded = from.map((sql) => `(${sql} LIMIT ${COUNT_BOUND + 1})`).join(' UNION ALL ');
    const [row] = await this.database.readText(organizationId, `SELECT count(*) FROM (${bounded}) matching`, selection.params);
    return boundedCount(Number(row?.[0] ?? 0));
  }

  private async keptCount(organizationId: string, view: View, severities: number[], mode: ObservationMode): Promise<string> {
    const sql = `
      SELECT coalesce(sum(${KEPT[mode]}), 0) FROM observation_value
       WHERE organization_id = $1 AND view = $2 AND field = 'SEVERITY' AND value = ANY($3::text[])`;
    const [row] = await this.database.readText(organizationId, sql, [organizationId, view.number, severities.map(String)], {
      prepared: true,
    });
    return row?.[0] ?? '0';
  }
}
