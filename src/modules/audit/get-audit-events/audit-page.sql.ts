import { SqlParams } from '#platform/database/sql-params';
import { AUDIT_EVENT_COLUMNS } from '../audit-event.sql';
import type { AuditEventFilters } from './get-audit-events.dto';

interface PageWanted {
  organizationId: string;
  filters: AuditEventFilters;
  /** The sequence before which the page starts. */
  before: string | undefined;
  limit: number;
  offset: number;
}

/** Filters with their own index, most selective first: the first one given drives the search, the others only filter. */
const LEADS = [
  ['targetIds', 'target_id'],
  ['sourceAddresses', 'source_address'],
  ['actors', 'actor_id'],
  ['operations', 'operation'],
] as const;

/**
 * One page, newest first. Every value of the leading filter is searched in its index from the newest event on, so the cost of a page
 * depends on the matches and not on the size of the log. Sequence and time have the same order.
 */
export function auditPage({ organizationId, filters, before, limit, offset }: PageWanted): { sql: string; params: unknown[] } {
  const params = new SqlParams<unknown>([organizationId]);
  const lead = LEADS.find(([name]) => given(filters[name]) !== undefined);
  const bounds = boundsOf(filters, before, params);
  const checks = LEADS.filter((one) => one !== lead).flatMap(([name, column]) => {
    const values = given(filters[name]);
    if (values === undefined) return [];
    const place = params.add(values, 'text[]');
    return [`e.${column} = ANY (${place})`];
  });
  const outcomes = given(filters.outcomes);
  // Refusals are rare and have a partial index, whose condition must be repeated literally.
  if (outcomes?.length === 1) checks.push(`e.outcome = '${outcomes[0]}'`);
  const page = `LIMIT ${params.add(limit)} OFFSET ${params.add(offset)}`;
  const where = ['e.organization_id = $1', ...bounds.map((bound) => `e.sequence ${bound}`), ...checks];
  if (!lead) {
    return {
      sql: `SELECT ${AUDIT_EVENT_COLUMNS} FROM audit_event e WHERE ${where.join(' AND ')} ORDER BY e.sequence DESC ${page}`,
      params: params.values,
    };
  }
  const [name, column] = lead;
  const values = params.add([...new Set(given(filters[name]))], 'text[]');
  const rows = params.add(limit + offset);
  const byTarget = name === 'targetIds';
  const found = byTarget
    ? `SELECT e.sequence FROM audit_target t JOIN audit_event e ON e.organization_id = t.organization_id AND e.sequence = t.sequence
        WHERE t.organization_id = $1 AND t.target_id = v.value AND ${bounds.map((bound) => `t.sequence ${bound} AND `).join('')}${where.join(' AND ')}
        ORDER BY t.sequence DESC LIMIT ${rows}`
    : `SELECT e.sequence FROM audit_event e WHERE e.${column} = v.value AND ${where.join(' AND ')} ORDER BY e.sequence DESC LIMIT ${rows}`;
  return {
    sql: `
      WITH found AS MATERIALIZED (
        SELECT DISTINCT f.sequence FROM unnest(${values}) AS v(value) CROSS JOIN LATERAL (${found}) f ORDER BY f.sequence DESC ${page}
      )
      SELECT ${AUDIT_EVENT_COLUMNS} FROM audit_event e WHERE e.organization_id = $1 AND e.sequence IN (SELECT sequence FROM found) ORDER BY e.sequence DESC`,
    params: params.values,
  };
}

function given<T>(values: T[] | undefined): T[] | undefined {
  return values && values.length > 0 ? values : undefined;
}

/** Converts a time to the sequence of the first event from then on; the maximum bigint when there is none. */
function boundsOf({ occurredRange }: AuditEventFilters, before: string | undefined, params: SqlParams): string[] {
  const from = (time: string) => `
    coalesce((SELECT b.sequence FROM audit_event b WHERE b.organization_id = $1 AND b.occurred_at >= ${params.add(time, 'timestamptz')}
               ORDER BY b.occurred_at, b.sequence LIMIT 1), 9223372036854775807)`;
  return [
    ...(before === undefined ? [] : [`< ${params.add(before, 'bigint')}`]),
    ...(occurredRange?.startTime === undefined ? [] : [`>= ${from(occurredRange.startTime)}`]),
    ...(occurredRange?.endTime === undefined ? [] : [`< ${from(occurredRange.endTime)}`]),
  ];
}
