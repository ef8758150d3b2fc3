import type { Caller } from '#platform/identity/caller';
import type { Organization } from '#platform/auth/organizations';
import { ALL_SCOPES } from '#platform/identity/scope';

/** The operator acting for an organization, for commands that dispatch the same messages as the API. */
export function adminCaller({ id, name, domain, domains, vrm, vrmUntil }: Organization, command: string): Caller {
  return {
    organizationId: id,
    organization: {
      id,
      name,
      domain,
      domains,
      vrmEnabled: vrm,
      vrmUntil: vrmUntil === undefined ? undefined : Date.parse(vrmUntil),
      rateLimitPerMinute: undefined,
    },
    clientId: 'admin',
    credentialName: 'Operator',
    scopes: new Set(ALL_SCOPES),
    call: { surface: 'admin', operation: command },
  };
}
