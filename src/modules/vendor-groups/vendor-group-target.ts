import type { AuditTarget } from '#platform/audit/record-audit';

/** A group as the audit log names it. */
export function vendorGroupTarget({ id, name }: { id: string; name: string }): AuditTarget {
  return { type: 'vendorGroup', id, displayName: name };
}
