/** Maximum number of rows deleted by one statement. */
export const BATCH = 1000;

/** A table whose rows expire. $1 is the organization, $2 the time before which rows are expired. */
export interface Expiring {
  table: string;
  /** Name in results. */
  name: 'idempotencyKeys' | 'observationActions' | 'impactChanges' | 'monitoringRuns' | 'scoreDays' | 'portfolioDays' | 'webhookDeliveries';
  condition: string;
}

export const IDEMPOTENCY_KEYS: Expiring = {
  table: 'idempotency_key',
  name: 'idempotencyKeys',
  condition: `t.started_at < $2`,
};

export const WEBHOOK_DELIVERIES: Expiring = {
  table: 'webhook_delivery',
  name: 'webhookDeliveries',
  condition: `t.created_at < $2`,
};

/** Tables of past events. The current state is in other tables. */
export const HISTORY: readonly Expiring[] = [
  { table: 'observation_action', name: 'observationActions', condition: `t.occurred_at < $2` },
  { table: 'security_event_impact_change', name: 'impactChanges', condition: `t.occurred_at < $2` },
  { table: 'monitoring_run', name: 'monitoringRuns', condition: `t.finished_at < $2` },
  {
    table: 'party_score_day',
    name: 'scoreDays',
    // The last score before the limit stays, because later scores are compared with it.
    condition: `t.day < $2::timestamptz::date AND EXISTS (
      SELECT 1 FROM party_score_day n
       WHERE n.organization_id = t.organization_id AND n.view = t.view AND n.party_domain = t.party_domain AND n.day > t.day AND n.day <= $2::timestamptz::date)`,
  },
  {
    table: 'portfolio_day',
    name: 'portfolioDays',
    // The same: a day without a row equals the last one before it.
    condition: `t.day < $2::timestamptz::date AND EXISTS (
      SELECT 1 FROM portfolio_day n WHERE n.organization_id = t.organization_id AND n.day > t.day AND n.day <= $2::timestamptz::date)`,
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

/**
 * Deletes removed resources from the change feed, and cleans up entries that readers skip. $1 organization, $2 the time before which they
 * are deleted.
 */
export const FORGET_CHANGES = `SELECT change_forget($1, $2, ${BATCH * 10}) AS rows`;
