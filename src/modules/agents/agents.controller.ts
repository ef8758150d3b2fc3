import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '#platform/identity/caller';
import { Input } from '#platform/operations/input.decorator';
import { Operation } from '#platform/operations/operation.decorator';
import { GetReferenceRequest, GetReferenceResponse } from './get-reference/get-reference.dto';
import { GetReference } from './get-reference/get-reference.query';

@ApiTags('Agents')
@Controller({ path: 'reference', version: '1' })
export class AgentsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Operation({
    name: 'GetReference',
    summary: 'Read how filters, scores or a tool work',
    description:
      'Topics: filters/observations and filters/vendors (syntax, fields, values and examples of filters), scoring (how scores are calculated), tools/ with the name of a tool (its whole description, input and output schema).',
    scopes: [],
    stage: 'alpha',
    version: '1.0.0',
    effect: 'read',
    refuses: { 404: ['TOPIC_NOT_FOUND'] },
    sends: GetReference,
    request: GetReferenceRequest,
    response: GetReferenceResponse,
    example: { topic: 'filters/observations' },
  })
  getReference(@CurrentCaller() caller: Caller, @Input() request: GetReferenceRequest) {
    return this.queries.execute(new GetReference(caller, request));
  }
}
