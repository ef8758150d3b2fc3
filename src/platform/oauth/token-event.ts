import type { AuditCall } from '#platform/audit/audit-call';
import { changeOf } from '#platform/audit/audit-changes';
import { auditStep } from '#platform/audit/record-audit';
import type { Credential } from '#platform/auth/credentials';
import type { Step } from '#platform/database/database';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import type { Scope } from '#platform/identity/scope';

/** The audit event of a token that is about to be issued. */
export function tokenEvent(request: AuthenticatedRequest, credential: Credential, scopes: readonly Scope[]): Step {
  return auditStep(tokenCall(request, credential, 'Token'), {
    targets: [{ type: 'credential', id: credential.clientId, displayName: credential.name }],
    changes: [changeOf('scope', undefined, scopes.join(' '))],
  });
}

/** A call by a credential at the token endpoints. */
export function tokenCall({ requestId, ip }: AuthenticatedRequest, credential: Credential, operation: string): AuditCall {
  const { clientId, name, organization } = credential;
  return {
    organizationId: organization.id,
    actor: {
      type: 'ACTOR_TYPE_API_CLIENT',
      id: clientId,
      displayName: name,
      credentialId: clientId,
      ...(ip !== undefined && { sourceAddress: ip }),
    },
    surface: 'AUDIT_SURFACE_REST',
    operation,
    requestId,
  };
}
