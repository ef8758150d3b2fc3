import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { toPolicy } from '../remediation-policy';
import { RemediationPolicyEntity } from '../remediation-policy.entity';
import type { GetRemediationPolicyRequest, GetRemediationPolicyResponse } from './get-remediation-policy.dto';

export class GetRemediationPolicy extends Query<GetRemediationPolicyResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetRemediationPolicyRequest,
  ) {
    super();
  }
}

@QueryHandler(GetRemediationPolicy)
export class GetRemediationPolicyHandler implements IQueryHandler<GetRemediationPolicy> {
  constructor(private readonly database: Database) {}

  async execute({ caller: { organizationId } }: GetRemediationPolicy): Promise<GetRemediationPolicyResponse> {
    return { remediationPolicy: toPolicy(await this.database.findOne(organizationId, RemediationPolicyEntity, { organizationId })) };
  }
}
