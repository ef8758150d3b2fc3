import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { checkApiVersion } from './api-version';
import { Lifecycle } from './lifecycle';
import { operationOf } from './operation-metadata';

/** Refuses pins that the service cannot serve and operations that are gone. */
@Injectable()
export class VersionGuard implements CanActivate {
  constructor(private readonly lifecycle: Lifecycle) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = operationOf(context.getHandler());
    if (!operation) return true;
    const response = context.switchToHttp().getResponse<Response>();
    await this.lifecycle.check(operation.name, (name, value) => response.setHeader(name, value));
    checkApiVersion(context.switchToHttp().getRequest<AuthenticatedRequest>().headers['service-api-version']);
    return true;
  }
}
