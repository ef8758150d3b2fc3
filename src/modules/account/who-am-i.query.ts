import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { hasVrm } from '#platform/identity/has-vrm';
import { RateLimit, WINDOW_SECONDS } from '#platform/rate-limit/rate-limit';
import type { WhoAmIRequest, WhoAmIResponse } from './who-am-i.dto';

export class WhoAmI extends Query<WhoAmIResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: WhoAmIRequest,
  ) {
    super();
  }
}

@QueryHandler(WhoAmI)
export class WhoAmIHandler implements IQueryHandler<WhoAmI> {
  constructor(private readonly rateLimit: RateLimit) {}

  execute({ caller }: WhoAmI): Promise<WhoAmIResponse> {
    const { id, name, domain } = caller.organization;
    return Promise.resolve({
      clientId: caller.clientId,
      credentialName: caller.credentialName,
      ...(caller.credentialExpiresAt !== undefined && { expiresAt: new Date(caller.credentialExpiresAt).toISOString() }),
      organization: { id, name, domain },
      scopes: [...caller.scopes].sort(),
      view: hasVrm(caller.organization) ? 'OBSERVATION_VIEW_VRM' : 'OBSERVATION_VIEW_SELF',
      rateLimit: { limit: this.rateLimit.limitOf(caller), windowSeconds: WINDOW_SECONDS },
    });
  }
}
