import type { Statements, Step } from '#platform/database/database';

const LOCK = `SELECT 1 FROM organization WHERE id = $1 FOR NO KEY UPDATE`;

/**
 * One writer at a time of what vendors share: monitoring slots, memberships of groups, and many entries at once. Calls
 * that also touch observations lock those next, and single vendors last, so that no two calls wait for each other.
 */
export async function lockDirectory(tx: Statements, organizationId: string): Promise<void> {
  await tx.query(LOCK, [organizationId]);
}

/** The same as a step of a batch; what comes after it sees what it waited for. */
export function directoryLock(organizationId: string): Step {
  return { sql: LOCK, params: [organizationId], prepared: true, plannedOnce: true };
}

/** Slots left, below zero when more are taken than there are. A statement of its own: it must see what the lock waited for. */
export async function freeSlots(tx: Statements, organizationId: string): Promise<number> {
  const [row] = (await tx.query(
    `SELECT monitoring_slots - (SELECT count(*) FROM vendor v WHERE v.organization_id = $1 AND v.is_monitored)::int AS free
       FROM organization WHERE id = $1`,
    [organizationId],
  )) as { free: number }[];
  return row?.free ?? 0;
}
