import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import type { Caller } from '#platform/identity/caller';
import { FIND_POLICY, toPolicy, type PolicyRow } from '../remediation-policy';
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
    const [row] = await this.database.read<PolicyRow>(organizationId, FIND_POLICY, [organizationId]);
    return { remediationPolicy: toPolicy(row) };
  }
}
