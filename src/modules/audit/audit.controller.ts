import { Controller, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { GetAuditEventsRequest, GetAuditEventsResponse } from './get-audit-events/get-audit-events.dto';
import { GetAuditEvents } from './get-audit-events/get-audit-events.query';

@ApiTags('Audit log')
@Controller({ path: 'audit-events', version: '1' })
export class AuditController {
  constructor(private readonly queries: QueryBus) {}

  @Post()
  @Operation({
    name: 'GetAuditEvents',
    summary: 'List who changed what, newest first',
    description:
      'Every write of your organization through REST, MCP or by the operator, every token issued, and refused authentications, which are summed up per ' +
      'credential and minute. Reads are not recorded. Filter by actor, operation, object, outcome, address or time. For the history of one observation use ' +
      'GetObservationActions. Pages by cursor or offset; there is no total count.',
    scopes: ['audit.read'],
    stage: 'beta',
    version: '1.0.0',
    effect: 'read',
    refuses: {},
    sends: GetAuditEvents,
    request: GetAuditEventsRequest,
    response: GetAuditEventsResponse,
    example: { filters: { outcomes: ['AUDIT_OUTCOME_SUCCEEDED'] }, limit: 50 },
  })
  getAuditEvents(@CurrentCaller() caller: Caller, @Input() request: GetAuditEventsRequest) {
    return this.queries.execute(new GetAuditEvents(caller, request));
  }
}
