import { Module } from '@nestjs/common';
import { GetRemediationPolicyHandler } from './get-remediation-policy/get-remediation-policy.query';
import { RemediationPolicyController } from './remediation-policy.controller';
import { UpdateRemediationPolicyHandler } from './update-remediation-policy/update-remediation-policy.command';

@Module({
  controllers: [RemediationPolicyController],
  providers: [GetRemediationPolicyHandler, UpdateRemediationPolicyHandler],
})
export class RemediationPolicyModule {}
