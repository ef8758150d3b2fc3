import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { requestOf, type Caller } from '#platform/identity/caller';
import { PermissionDenied } from '#platform/errors/api-error';
import type { Scope } from '#platform/identity/scope';
import type { OperationSpec } from './operation';
import { isGateway, isUnguarded, operationOf } from './operation-metadata';

/** Allows a call when the caller holds every scope its operation requires. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const operation = operationOf(context.getHandler());
    if (!operation) {
      // Closed by default: a route without @Operation is a defect, not a public route.
      if (!isGateway(context.getHandler()) && !isUnguarded(context.getHandler(), context.getClass()))
        throw new Error(`${context.getHandler().name} has no @Operation.`);
      return true;
    }
    assertScopes(operation, requestOf(context).caller);
    return true;
  }
}

/** metadataUrl tells a client where it can request more scopes. */
export function assertScopes(operation: OperationSpec, caller: Caller, metadataUrl?: string): void {
  if (mayCall(operation, caller)) return;
  const missing = operation.scopes.filter((scope) => !caller.scopes.has(scope));
  if (missing.length > 0) throw scopeMissing(operation, missing, metadataUrl);
  throw scopeMissing(operation, operation.anyScopeOf ?? [], metadataUrl, 'one of the scopes');
}

/** Whether the caller's scopes suffice for the call; the requested resources may need more. */
export function mayCall({ scopes, anyScopeOf }: OperationSpec, caller: Caller): boolean {
  return scopes.every((scope) => caller.scopes.has(scope)) && (anyScopeOf?.some((scope) => caller.scopes.has(scope)) ?? true);
}

/** The error for missing scopes. */
export function scopeMissing(
  operation: Pick<OperationSpec, 'name' | 'scopes'>,
  missing: readonly Scope[],
  metadataUrl?: string,
  what = 'the scope',
): PermissionDenied {
  const names = missing.join(' ');
  const where = metadataUrl === undefined ? '' : `, resource_metadata="${metadataUrl}"`;
  const challenge = `Bearer realm="vendor-risk", error="insufficient_scope", scope="${operation.scopes.join(' ') || names}"${where}`;
  return new PermissionDenied(
    `${operation.name} needs ${what} ${names}.`,
    'SCOPE_MISSING',
    { scope: names },
    { 'WWW-Authenticate': challenge },
  );
}
