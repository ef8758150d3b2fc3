import { changeOf } from '#platform/audit/audit-changes';
import { auditStep } from '#platform/audit/record-audit';
import type { Credential } from '#platform/auth/credentials';
import type { Step } from '#platform/database/database';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import type { Scope } from '#platform/identity/scope';

/** The audit event of a token that is about to be issued. */
export function tokenEvent({ requestId, ip }: AuthenticatedRequest, credential: Credential, scopes: readonly Scope[]): Step {
  const { clientId, name, organization } = credential;
  return auditStep(
    {
      organizationId: organization.id,
      actor: {
        type: 'ACTOR_TYPE_API_CLIENT',
        id: clientId,
        displayName: name,
        credentialId: clientId,
        ...(ip !== undefined && { sourceAddress: ip }),
      },
      surface: 'AUDIT_SURFACE_REST',
      operation: 'Token',
      requestId,
    },
    { targets: [{ type: 'credential', id: clientId, displayName: name }], changes: [changeOf('scope', undefined, scopes.join(' '))] },
  );
}
