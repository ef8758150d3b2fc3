/** Rows that one statement deletes at most. */
export const BATCH = 1000;

/** One table whose rows end some day: what is over, given the organization ($1) and the moment until which it was to be kept ($2). */
export interface Expiring {
  table: string;
  /** What it is called in results. */
  name: 'idempotencyKeys' | 'observationActions' | 'impactChanges' | 'scoreDays';
  condition: string;
}

export const IDEMPOTENCY_KEYS: Expiring = {
  table: 'idempotency_key',
  name: 'idempotencyKeys',
  condition: `t.started_at < $2`,
};

/** What happened; what is now is kept elsewhere. */
export const HISTORY: readonly Expiring[] = [
  { table: 'observation_action', name: 'observationActions', condition: `t.occurred_at < $2` },
  { table: 'security_event_impact_change', name: 'impactChanges', condition: `t.occurred_at < $2` },
  {
    table: 'party_score_day',
    name: 'scoreDays',
    // The last score before the limit stays: it is what later ones are compared with.
    condition: `t.day < $2::timestamptz::date AND EXISTS (
      SELECT 1 FROM party_score_day n
       WHERE n.organization_id = t.organization_id AND n.view = t.view AND n.party_domain = t.party_domain AND n.day > t.day AND n.day <= $2::timestamptz::date)`,
  },
];

export function deleteExpired({ table, condition }: Expiring): string {
  return `
    WITH gone AS (
      DELETE FROM ${table} WHERE organization_id = $1 AND ctid = ANY (ARRAY(
        SELECT t.ctid FROM ${table} t WHERE t.organization_id = $1 AND ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
      RETURNING 1
    )
    SELECT count(*)::int AS rows FROM gone`;
}
