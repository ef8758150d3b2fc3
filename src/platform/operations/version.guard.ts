import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { AuthenticatedRequest } from '#platform/auth/caller';
import { checkApiVersion, SERVICE_API_VERSION, VERSION_HEADER } from './api-version';
import { Lifecycle } from './lifecycle';
import { isUnguarded, operationOf } from './operation.decorator';

/** Answers with the version that serves, and refuses pins it cannot serve and operations that are gone. */
@Injectable()
export class VersionGuard implements CanActivate {
  constructor(private readonly lifecycle: Lifecycle) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isUnguarded(context.getHandler(), context.getClass())) return true;
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader(VERSION_HEADER, SERVICE_API_VERSION);
    const operation = operationOf(context.getHandler());
    if (!operation) return true;
    await this.lifecycle.check(operation.name, (name, value) => response.setHeader(name, value));
    checkApiVersion(context.switchToHttp().getRequest<AuthenticatedRequest>().headers['service-api-version']);
    return true;
  }
}
