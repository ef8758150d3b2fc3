import { userInfo } from 'node:os';
import type { Caller } from '#platform/identity/caller';

export type AuditSurface =
  'AUDIT_SURFACE_REST' | 'AUDIT_SURFACE_MCP' | 'AUDIT_SURFACE_ADMIN' | 'AUDIT_SURFACE_SYSTEM' | 'AUDIT_SURFACE_LINK';

export interface AuditActor {
  type: 'ACTOR_TYPE_API_CLIENT' | 'ACTOR_TYPE_ADMIN' | 'ACTOR_TYPE_SYSTEM' | 'ACTOR_TYPE_LINK';
  id?: string;
  displayName: string;
  credentialId?: string;
  sourceAddress?: string;
}

/** The actor of a write, the interface it used, and the organization whose log records it. */
export interface AuditCall {
  organizationId: string;
  actor: AuditActor;
  surface: AuditSurface;
  operation: string;
  requestId?: string;
}

/** The log for events that concern no single organization, such as keys, catalogues and deleted organizations. */
export const PLATFORM_LOG = '00000000-0000-0000-0000-000000000000';

const SURFACES = { rest: 'AUDIT_SURFACE_REST', mcp: 'AUDIT_SURFACE_MCP', admin: 'AUDIT_SURFACE_ADMIN' } as const;

/** A write by a caller. */
export function auditCallOf({ organizationId, clientId, credentialName, call }: Caller): AuditCall {
  if (!call) throw new Error('A write needs its call facts: see writingCaller.');
  const { surface, operation, requestId, sourceAddress } = call;
  if (surface === 'admin') return byOperator(operation, organizationId);
  return {
    organizationId,
    actor: {
      type: 'ACTOR_TYPE_API_CLIENT',
      id: clientId,
      displayName: credentialName,
      credentialId: clientId,
      ...(sourceAddress !== undefined && { sourceAddress }),
    },
    surface: SURFACES[surface],
    operation,
    ...(requestId !== undefined && { requestId }),
  };
}

/** A write by an admin command. The operator is identified by the OS account that runs it. */
export function byOperator(operation: string, organizationId = PLATFORM_LOG): AuditCall {
  const actor: AuditActor = { type: 'ACTOR_TYPE_ADMIN', id: accountName(), displayName: 'Operator' };
  return { organizationId, actor, surface: 'AUDIT_SURFACE_ADMIN', operation };
}

/** A write that the service makes by itself. */
export function bySystem(operation: string, organizationId = PLATFORM_LOG): AuditCall {
  return {
    organizationId,
    actor: { type: 'ACTOR_TYPE_SYSTEM', displayName: 'Vendor-Risk API' },
    surface: 'AUDIT_SURFACE_SYSTEM',
    operation,
  };
}

/** A write by a person without an account, who came through a link of the organization. */
export function byLink(
  operation: string,
  organizationId: string,
  { requestId, sourceAddress }: { requestId: string; sourceAddress: string | undefined },
): AuditCall {
  const actor: AuditActor = {
    type: 'ACTOR_TYPE_LINK',
    displayName: 'Somebody with the link',
    ...(sourceAddress !== undefined && { sourceAddress }),
  };
  return { organizationId, actor, surface: 'AUDIT_SURFACE_LINK', operation, requestId };
}

/** In a container the user id may have no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
