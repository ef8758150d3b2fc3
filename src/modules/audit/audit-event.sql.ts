import type { AuditEventEntity } from './audit-event.entity';

export type AuditEventRow = Omit<AuditEventEntity, 'organizationId'>;

/** Columns of an event e. */
export const AUDIT_EVENT_COLUMNS = `
  e.sequence, e.id, e.occurred_at AS "occurredAt", e.actor_type AS "actorType", e.actor_id AS "actorId", e.actor_name AS "actorName",
  e.credential_id AS "credentialId", e.source_address AS "sourceAddress", e.surface, e.operation, e.request_id AS "requestId", e.outcome,
  e.reason, e.occurrences, e.targets, e.target_count AS "targetCount", e.changes, e.previous_hash AS "previousHash", e.hash`;
