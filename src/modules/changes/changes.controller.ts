import { Controller, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { CHANGE_SCOPES } from './change-kinds';
import { GetChangesRequest, GetChangesResponse } from './get-changes/get-changes.dto';
import { GetChanges } from './get-changes/get-changes.query';

@ApiTags('Changes')
@Controller({ path: 'changes', version: '1' })
export class ChangesController {
  constructor(private readonly queries: QueryBus) {}

  @Post()
  @Operation({
    name: 'GetChanges',
    summary: 'Follow every change',
    description:
      'Returns everything once, then every change, in one order: store nextCursor and call again. No committed change is lost; a resource that changed several times appears once, ' +
      'in its current state, at its latest change. REMOVED: deleted, or no longer shown to you. A later lastSeen alone is not a change, nor is a field that changes only with time, such as isOverdue. ' +
      'A change may be delivered more than once. A security event appears in the first view that shows it, VRM before SELF. To search or count, use the lists.',
    scopes: [],
    anyScopeOf: CHANGE_SCOPES,
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: { 410: ['CHANGES_EXPIRED'] },
    sends: GetChanges,
    request: GetChangesRequest,
    response: GetChangesResponse,
    example: { resourceTypes: ['CHANGE_RESOURCE_TYPE_VENDOR_GROUP'], limit: 2 },
  })
  getChanges(@CurrentCaller() caller: Caller, @Input() request: GetChangesRequest) {
    return this.queries.execute(new GetChanges(caller, request));
  }
}
