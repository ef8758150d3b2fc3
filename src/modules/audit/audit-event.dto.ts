import { DateTime, Int32, Member, Nested, NestedList, Text } from '#platform/fields/fields';
import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { MAX_TARGETS } from '#platform/audit/record-audit';
import { ACTOR_TYPE, type ActorType } from '#shared/observation.enums';
import { AUDIT_OUTCOME, AUDIT_SURFACE, type AuditOutcome, type AuditSurface } from './audit.enums';
import type { AuditEventRow } from './audit-event.sql';

export class AuditActor {
  @Member(ACTOR_TYPE, { example: 'ACTOR_TYPE_API_CLIENT' })
  type!: ActorType;

  @Text({ max: 255, optional: true, example: 'vrc_5f2c9a', description: 'The client id, or the account of the operator.' })
  id?: string;

  @Text({ max: 255, example: 'SIEM export' })
  displayName!: string;

  @Text({ max: 255, optional: true, example: 'vrc_5f2c9a' })
  credentialId?: string;

  @Text({ max: 64, optional: true, example: '203.0.113.7', description: 'The address the call came from.' })
  sourceAddress?: string;
}

export class AuditTarget {
  @Text({ max: 64, example: 'vendor' })
  type!: string;

  @Text({ max: 1024, example: EXAMPLE_ID })
  id!: string;

  @Text({ max: 1024, optional: true, example: 'acme-cloud.com' })
  displayName?: string;
}

export class AuditChange {
  @Text({ max: 255, example: 'riskLevel' })
  field!: string;

  @Text({
    max: 1100,
    optional: true,
    example: 'RISK_LEVEL_LOW',
    description: 'Absent when there was none. Contact data and secrets are masked.',
  })
  before?: string;

  @Text({ max: 1100, optional: true, example: 'RISK_LEVEL_HIGH' })
  after?: string;
}

export class AuditEvent {
  @Text({ max: 36, example: EXAMPLE_ID })
  id!: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z', description: 'When it took effect. Never before the previous event.' })
  occurredAt!: string;

  @Nested(() => AuditActor)
  actor!: AuditActor;

  @Member(AUDIT_SURFACE, { example: 'AUDIT_SURFACE_REST' })
  surface!: AuditSurface;

  @Text({ max: 255, example: 'UpdateVendor', description: 'The operation or the admin command.' })
  operation!: string;

  @Text({ max: 128, optional: true, example: 'req_5b0f6a3e', description: 'X-Request-Id of the call.' })
  requestId?: string;

  @NestedList(() => AuditTarget, { maxItems: MAX_TARGETS, description: `What was changed: the first ${MAX_TARGETS}.` })
  targets!: AuditTarget[];

  @Int32({ example: 1, description: 'How many objects were changed.' })
  targetCount!: number;

  @NestedList(() => AuditChange, { maxItems: 1_000, description: 'Of a single object; for imports, their counts.' })
  changes!: AuditChange[];

  @Member(AUDIT_OUTCOME, { example: 'AUDIT_OUTCOME_SUCCEEDED' })
  outcome!: AuditOutcome;

  @Text({ max: 64, optional: true, example: 'SCOPE_MISSING', description: 'Why it was refused.' })
  reason?: string;

  @Int32({ min: 1, example: 1, description: 'Number of equal refusals within a minute.' })
  occurrences!: number;
}

export function toAuditEvent(row: AuditEventRow): AuditEvent {
  return {
    id: row.id,
    occurredAt: row.occurredAt.toISOString(),
    actor: {
      type: row.actorType as ActorType,
      ...(row.actorId !== null && { id: row.actorId }),
      displayName: row.actorName,
      ...(row.credentialId !== null && { credentialId: row.credentialId }),
      ...(row.sourceAddress !== null && { sourceAddress: row.sourceAddress }),
    },
    surface: row.surface as AuditSurface,
    operation: row.operation,
    ...(row.requestId !== null && { requestId: row.requestId }),
    targets: JSON.parse(row.targets) as AuditTarget[],
    targetCount: row.targetCount,
    changes: JSON.parse(row.changes) as AuditChange[],
    outcome: row.outcome as AuditOutcome,
    ...(row.reason !== null && { reason: row.reason }),
    occurrences: row.occurrences,
  };
}
