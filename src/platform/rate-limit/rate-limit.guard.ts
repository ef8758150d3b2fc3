import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { isUnguarded, surfaceOf } from '#platform/operations/operation-metadata';
import { CallsInFlight } from './calls-in-flight';
import { RateLimit } from './rate-limit';

/** Counts a call against its organization: how many a minute, REST and MCP apart, and how many at the same time, both together. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly rateLimit: RateLimit,
    private readonly callsInFlight: CallsInFlight,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isUnguarded(context.getHandler(), context.getClass())) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    await this.rateLimit.spend(request.caller, surfaceOf(context.getHandler()), (name, value) => response.setHeader(name, value));
    await this.callsInFlight.enter(request.caller.organizationId, response);
    return true;
  }
}
