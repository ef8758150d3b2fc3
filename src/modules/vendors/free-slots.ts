import type { Statements } from '#platform/database/database';

/**
 * Free monitoring slots; negative when more are in use than allowed. Call it under the directory lock, so that it sees the
 * previous holder's changes.
 */
export async function freeSlots(tx: Statements, organizationId: string): Promise<number> {
  const [row] = (await tx.query(
    `SELECT monitoring_slots - (SELECT count(*) FROM vendor v WHERE v.organization_id = $1 AND v.is_monitored)::int AS free
       FROM organization WHERE id = $1`,
    [organizationId],
  )) as { free: number }[];
  return row?.free ?? 0;
}
