import { RemediationPolicyResponse } from '../remediation-policy.dto';

export class GetRemediationPolicyRequest {}

export class GetRemediationPolicyResponse extends RemediationPolicyResponse {}
