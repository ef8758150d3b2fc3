import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GetRemediationPolicyHandler } from './get-remediation-policy/get-remediation-policy.query';
import { RemediationPolicyController } from './remediation-policy.controller';
import { RemediationPolicyEntity } from './remediation-policy.entity';
import { UpdateRemediationPolicyHandler } from './update-remediation-policy/update-remediation-policy.command';

@Module({
  imports: [TypeOrmModule.forFeature([RemediationPolicyEntity])],
  controllers: [RemediationPolicyController],
  providers: [GetRemediationPolicyHandler, UpdateRemediationPolicyHandler],
})
export class RemediationPolicyModule {}
