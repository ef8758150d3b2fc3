import type { Connection } from '#platform/database/connected';
import type { AuditCall } from './audit-call';
import { recordAudit, type AuditEntry } from './record-audit';

/** Records an event in a transaction of the schema owner, on a connection outside the pool. */
export function recordAsOwner(client: Connection, by: AuditCall, entry: AuditEntry): Promise<void> {
  const query = async (sql: string, params?: unknown[]): Promise<unknown> => (await client.query(sql, params)).rows;
  return recordAudit({ query }, by, entry);
}
