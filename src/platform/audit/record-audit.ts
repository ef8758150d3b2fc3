import type { Caller } from '#platform/identity/caller';
import type { Statements, Step } from '#platform/database/database';
import { rowId } from '#platform/database/row-ids';
import { auditCallOf, type AuditCall } from './audit-call';
import type { AuditChange } from './audit-changes';

export type AuditOutcome = 'AUDIT_OUTCOME_SUCCEEDED' | 'AUDIT_OUTCOME_REFUSED';

export interface AuditTarget {
  type: string;
  id: string;
  displayName?: string;
}

/** What an audit event records besides its call. */
export interface AuditEntry {
  /** Only the first hundred are stored. */
  targets?: readonly AuditTarget[];
  /** The total number, when it exceeds the number stored. */
  targetCount?: number;
  /** For a single object, or the counts of a large change. */
  changes?: readonly AuditChange[];
  outcome?: AuditOutcome;
  /** Why the call was refused. */
  reason?: string;
  /** Number of identical events that this one summarizes. */
  occurrences?: number;
}

export const MAX_TARGETS = 100;

const COLUMNS =
  'organization_id, id, actor_type, actor_id, actor_name, credential_id, source_address, surface, operation, request_id, outcome, reason, occurrences';
const TYPES = ['uuid', 'uuid', ...Array<string>(10).fill('text'), 'integer'];

/** Sequence, time and hashes are added at commit: see the migration of the audit log. */
const INSERT = `INSERT INTO audit_intake (${COLUMNS}, targets, target_count, changes) VALUES (${places(0)}, $14, $15, $16)`;

/** Records one event in the transaction of its change: both commit, or neither. */
export async function recordAudit(tx: Statements, by: Caller | AuditCall, entry: AuditEntry = {}): Promise<void> {
  await tx.query(INSERT, valuesOf(by, entry));
}

/** The same, as a step of a batch. */
export function auditStep(by: Caller | AuditCall, entry: AuditEntry = {}): Step {
  return { sql: INSERT, params: valuesOf(by, entry), prepared: true, plannedOnce: true };
}

/**
 * The same, as part of a statement whose own rows are the targets: `changed` is a CTE with the columns id and name. Its parameters are
 * those of auditParams and follow `before` other parameters.
 */
export function auditPart(changed: string, targetType: string, before: number): string {
  return `
    INSERT INTO audit_intake (${COLUMNS}, targets, target_count, changes)
    SELECT ${places(before)},
           coalesce(json_agg(json_build_object('type', '${targetType}', 'id', t.id, 'displayName', t.name)) FILTER (WHERE t.place <= ${MAX_TARGETS}), '[]')::text,
           count(*), '[]'
      FROM (SELECT id, name, row_number() OVER () AS place FROM ${changed}) t`;
}

export function auditParams(by: Caller | AuditCall): unknown[] {
  return valuesOf(by, {}).slice(0, TYPES.length);
}

function places(before: number): string {
  return TYPES.map((type, index) => `$${before + index + 1}::${type}`).join(', ');
}

function valuesOf(by: Caller | AuditCall, entry: AuditEntry): unknown[] {
  const { organizationId, actor, surface, operation, requestId } = 'actor' in by ? by : auditCallOf(by);
  const { targets = [], targetCount = targets.length, changes = [], outcome = 'AUDIT_OUTCOME_SUCCEEDED', reason, occurrences = 1 } = entry;
  return [
    ...[organizationId, rowId(), actor.type, actor.id ?? null, actor.displayName, actor.credentialId ?? null, actor.sourceAddress ?? null],
    ...[surface, operation, requestId ?? null, outcome, reason ?? null, occurrences],
    ...[JSON.stringify(targets.slice(0, MAX_TARGETS)), targetCount, JSON.stringify(changes)],
  ];
}
