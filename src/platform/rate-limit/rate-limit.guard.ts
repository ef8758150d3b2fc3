import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from '#platform/identity/caller';
import { isUnguarded, surfaceOf } from '#platform/operations/operation-metadata';
import { RateLimit, rateLimitExceeded } from './rate-limit';

/** Counts a call against its organization's limit and refuses it beyond that. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly rateLimit: RateLimit) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isUnguarded(context.getHandler(), context.getClass())) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    request.rateLimit = await this.rateLimit.count(request.caller, surfaceOf(context.getHandler()));
    if (!request.rateLimit.allowed) throw rateLimitExceeded(request.rateLimit);
    return true;
  }
}
