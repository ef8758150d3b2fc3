import type { Step } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import type { View } from '#shared/view';
import { sourceOf } from '../search/rule-source';
import type { Edge } from '../search/sort-days';
import { whereState, type State } from '../states';

/** How many observations lie on an edge, up to one more than a maximum, and their first and last time along the sort in milliseconds. */
export function edgeRows(
  organizationId: string,
  view: View,
  states: readonly State[],
  { rule, ofDay }: Edge,
  sortedTime: string,
  max: number,
): Step | undefined {
  const known = sourceOf({ ...rule, conditions: [...rule.conditions, ofDay] }, view);
  if (!known || known.negates) return undefined;
  const params = new SqlParams<unknown>([organizationId, view.number]);
  const rows = states.map(
    (state) =>
      `SELECT ${sortedTime} AS place FROM observation o WHERE o.organization_id = $1 AND o.view = $2 AND o.is_listed AND ${whereState(state)}
          AND ${known.source.condition(state, params, max + 1)}`,
  );
  const inMs = (time: string) => `extract(epoch FROM ${time}(place)) * 1000`;
  return {
    sql: `SELECT count(*), floor(${inMs('min')}), floor(${inMs('max')}) FROM (${rows.join(' UNION ALL ')}) r`,
    params: params.values,
  };
}
