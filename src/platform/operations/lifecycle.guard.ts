import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { requestOf, type AuthenticatedRequest } from '#platform/identity/caller';
import { assertNotRetired, Lifecycle, type Deprecation } from './lifecycle';
import { operationOf, surfaceOf } from './operation-metadata';

/** Runs first, so that a client learns without a token that an operation is deprecated or retired. */
@Injectable()
export class LifecycleGuard implements CanActivate {
  constructor(private readonly lifecycle: Lifecycle) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = requestOf(context);
    request.surface = surfaceOf(context.getHandler());
    const operation = operationOf(context.getHandler());
    if (!operation) return true;
    request.operation = operation.name;
    const deprecation = this.lifecycle.deprecationOf(operation.name);
    return deprecation instanceof Promise ? deprecation.then((read) => decide(request, read)) : decide(request, deprecation);
  }
}

function decide(request: AuthenticatedRequest, deprecation: Deprecation | undefined): boolean {
  if (deprecation) {
    request.deprecation = deprecation;
    assertNotRetired(deprecation);
  }
  return true;
}
