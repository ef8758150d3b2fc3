import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '#platform/identity/caller';
import { checkApiVersion } from './api-version';
import { operationOf } from './operation-metadata';

/** Refuses a Service-API-Version that the service cannot serve. */
@Injectable()
export class VersionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (operationOf(context.getHandler())) checkApiVersion(requestOf(context).headers['service-api-version']);
    return true;
  }
}
