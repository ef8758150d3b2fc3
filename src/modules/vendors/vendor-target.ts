import type { AuditTarget } from '#platform/audit/record-audit';

/** A vendor as the audit log names it. */
export function vendorTarget({ id, domainName }: { id: string; domainName: string }): AuditTarget {
  return { type: 'vendor', id, displayName: domainName };
}
