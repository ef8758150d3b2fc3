import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest, Caller } from '#platform/auth/caller';
import { PermissionDenied } from '#platform/errors/api-error';
import type { OperationSpec } from './operation';
import { isUnguarded, operationOf } from './operation.decorator';

/** Lets a call through when the caller holds every scope its operation asks for. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const operation = operationOf(context.getHandler());
    if (!operation) {
      // Closed by default: a route nobody described is a defect, never an open door.
      if (!isUnguarded(context.getHandler(), context.getClass())) throw new Error(`${context.getHandler().name} has no @Operation.`);
      return true;
    }
    assertScopes(operation, context.switchToHttp().getRequest<AuthenticatedRequest>().caller);
    return true;
  }
}

export function assertScopes(operation: OperationSpec, caller: Caller): void {
  const missing = operation.scopes.filter((scope) => !caller.scopes.has(scope));
  if (missing.length === 0) return;
  const names = missing.join(' ');
  const challenge = `Bearer realm="vendor-risk", error="insufficient_scope", scope="${operation.scopes.join(' ')}"`;
  throw new PermissionDenied(
    `${operation.name} needs the scope ${names}.`,
    'SCOPE_MISSING',
    { scope: names },
    { 'WWW-Authenticate': challenge },
  );
}
