import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const AUDIT_SURFACE = enumeration('AuditSurface', 'AUDIT_SURFACE', ['REST', 'MCP', 'ADMIN', 'SYSTEM', 'LINK']);
export type AuditSurface = MemberOf<typeof AUDIT_SURFACE>;

export const AUDIT_OUTCOME = enumeration('AuditOutcome', 'AUDIT_OUTCOME', ['SUCCEEDED', 'REFUSED']);
export type AuditOutcome = MemberOf<typeof AUDIT_OUTCOME>;
