import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { requestOf, responseOf } from '#platform/identity/caller';
import { isUnguarded, surfaceOf } from '#platform/operations/operation-metadata';
import { CallsInFlight } from './calls-in-flight';
import { RateLimit, rateLimitExceeded } from './rate-limit';

/** Counts a call against its organization's limits: calls per minute (REST and MCP separately) and calls in flight (together). */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly rateLimit: RateLimit,
    private readonly callsInFlight: CallsInFlight,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isUnguarded(context.getHandler(), context.getClass())) return true;
    const request = requestOf(context);
    request.rateLimit = await this.rateLimit.count(request.caller, surfaceOf(context.getHandler()));
    if (!request.rateLimit.allowed) throw rateLimitExceeded(request.rateLimit);
    const entering = this.callsInFlight.enter(request.caller.organizationId, responseOf(context));
    if (entering) await entering;
    return true;
  }
}
