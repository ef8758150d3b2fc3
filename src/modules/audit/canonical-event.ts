import { createHash } from 'node:crypto';
import type { AuditEventRow } from './audit-event.sql';

export const NO_HASH = Buffer.alloc(32);

/** The hash of an event, computed without the database: see docs/audit.md for the canonical form. */
export function hashOf(organizationId: string, row: AuditEventRow): Buffer {
  const canonical = [
    ...[organizationId, row.sequence, row.id, row.occurredAt.toISOString()],
    ...[row.actorType, row.actorId, row.actorName, row.credentialId, row.sourceAddress, row.surface, row.operation, row.requestId],
    ...[row.outcome, row.reason, String(row.occurrences), row.targets, String(row.targetCount), row.changes],
  ];
  return createHash('sha256').update(row.previousHash).update(JSON.stringify(canonical)).digest();
}
