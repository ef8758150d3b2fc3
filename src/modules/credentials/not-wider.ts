import type { CredentialInfo } from '#platform/auth/credential-admin';
import { isWithin } from '#platform/domains/network';
import { PermissionDenied } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';

/** What limits a credential. */
export type Limits = Pick<CredentialInfo, 'scopes' | 'expiresAt' | 'allowedNetworks'>;

/** A caller creates, changes and ends only credentials that may do no more than its own: with its token's scopes, from its networks, as long as it. */
export function assertNotWider(caller: Caller, own: Limits, { scopes, expiresAt, allowedNetworks }: Limits): void {
  const missing = scopes.filter((scope) => !caller.scopes.has(scope)).join(' ');
  if (missing !== '')
    throw new PermissionDenied(`The token lacks the scope ${missing}, so it cannot grant or end it.`, 'SCOPE_MISSING', { scope: missing });
  if (own.expiresAt !== undefined && (expiresAt === undefined || Date.parse(expiresAt) > Date.parse(own.expiresAt)))
    throw wider('expiresAt', `expires on ${own.expiresAt}, and the other one would be valid for longer`);
  const networks = own.allowedNetworks;
  if (networks && !allowedNetworks?.every((network) => isWithin(network, networks)))
    throw wider('allowedNetworks', `is bound to ${networks.join(', ')}, and the other one would not be`);
}

function wider(field: string, why: string): PermissionDenied {
  return new PermissionDenied(`The calling credential ${why}.`, 'CREDENTIAL_WIDER', { field });
}
