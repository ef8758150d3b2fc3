import { Controller, Get, Patch } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { GetRemediationPolicyRequest, GetRemediationPolicyResponse } from './get-remediation-policy/get-remediation-policy.dto';
import { GetRemediationPolicy } from './get-remediation-policy/get-remediation-policy.query';
import { UpdateRemediationPolicy } from './update-remediation-policy/update-remediation-policy.command';
import { UpdateRemediationPolicyRequest, UpdateRemediationPolicyResponse } from './update-remediation-policy/update-remediation-policy.dto';

@ApiTags('Remediation policy')
@Controller({ path: 'remediation-policy', version: '1' })
export class RemediationPolicyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Operation({
    name: 'GetRemediationPolicy',
    summary: 'Read how long findings may stay open',
    description: 'Days per severity, counted from firstSeen. They set dueAt of observations without a due date from AssignObservations.',
    scopes: ['findings.read'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetRemediationPolicy,
    request: GetRemediationPolicyRequest,
    response: GetRemediationPolicyResponse,
  })
  getRemediationPolicy(@CurrentCaller() caller: Caller, @Input() request: GetRemediationPolicyRequest) {
    return this.queries.execute(new GetRemediationPolicy(caller, request));
  }

  @Patch()
  @Operation({
    name: 'UpdateRemediationPolicy',
    summary: 'Change how long findings may stay open',
    description:
      'Sets days per severity; null: that severity has no due date. With at least one severity set, a finding known to be exploited takes the due date of the KEV catalogue instead. All observations follow at once, resolved ones included; due dates given by AssignObservations stay.',
    scopes: ['findings.read', 'findings.triage'],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'write',
    refuses: {},
    sends: UpdateRemediationPolicy,
    request: UpdateRemediationPolicyRequest,
    response: UpdateRemediationPolicyResponse,
    example: { daysBySeverity: { critical: 7, high: 30, medium: 90 } },
  })
  updateRemediationPolicy(@CurrentCaller() caller: Caller, @Input() request: UpdateRemediationPolicyRequest) {
    return this.commands.execute(new UpdateRemediationPolicy(caller, request));
  }
}
