import { bySystem } from '#platform/audit/audit-call';
import { recordAsOwner } from '#platform/audit/record-as-owner';
import { connected, type Connection } from '#platform/database/connected';

const LOGS = `SELECT organization_id AS id FROM audit_head ORDER BY organization_id`;
const DELETE = `SELECT audit_delete_months($1, $2) AS rows`;

/** Deletes whole months of the audit logs as the schema owner: the service's own role may not delete events. */
export async function deleteAuditMonths(ownerUrl: string, before: Date): Promise<number> {
  return connected(ownerUrl, async (owner) => {
    let deleted = 0;
    const { rows: logs } = await owner.query<{ id: string }>(LOGS);
    for (const { id } of logs) deleted += await deleteOf(owner, id, before);
    return deleted;
  });
}

async function deleteOf(owner: Connection, id: string, before: Date): Promise<number> {
  await owner.query('BEGIN');
  const { rows } = await owner.query<{ rows: string }>(DELETE, [id, before]);
  const deleted = Number(rows[0]?.rows);
  const targets = [{ type: 'table', id: 'audit_event' }];
  if (deleted > 0) await recordAsOwner(owner, bySystem('retention', id), { targets, targetCount: deleted });
  await owner.query('COMMIT');
  return deleted;
}
