import type { Statements } from '#platform/database/database';

/** Free monitoring slots; below zero when more are taken than there are. Read after the directory's lock, so that it sees what the lock waited for. */
export async function freeSlots(tx: Statements, organizationId: string): Promise<number> {
  const [row] = (await tx.query(
    `SELECT monitoring_slots - (SELECT count(*) FROM vendor v WHERE v.organization_id = $1 AND v.is_monitored)::int AS free
       FROM organization WHERE id = $1`,
    [organizationId],
  )) as { free: number }[];
  return row?.free ?? 0;
}
