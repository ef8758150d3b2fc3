import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { checkApiVersion } from './api-version';
import { operationOf } from './operation-metadata';

/** Refuses a pinned version that the service cannot serve. */
@Injectable()
export class VersionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (operationOf(context.getHandler())) checkApiVersion(context.switchToHttp().getRequest<Request>().headers['service-api-version']);
    return true;
  }
}
