import { PermissionDenied } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import type { Scope } from '#platform/identity/scope';

/** A caller can grant only scopes that it holds: with a new credential, and with a new secret for an existing one. */
export function assertHeld(caller: Caller, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !caller.scopes.has(scope));
  if (missing.length === 0) return;
  const names = missing.join(' ');
  throw new PermissionDenied(`The token lacks the scope ${names}, so it cannot grant it.`, 'SCOPE_MISSING', { scope: names });
}
