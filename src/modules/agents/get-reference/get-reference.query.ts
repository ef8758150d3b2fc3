import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { References } from '#platform/mcp/references';
import type { GetReferenceRequest, GetReferenceResponse } from './get-reference.dto';

export class GetReference extends Query<GetReferenceResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetReferenceRequest,
  ) {
    super();
  }
}

@QueryHandler(GetReference)
export class GetReferenceHandler implements IQueryHandler<GetReference> {
  constructor(private readonly references: References) {}

  async execute({ request: { topic } }: GetReference): Promise<GetReferenceResponse> {
    const reference = await this.references.find(topic);
    if (!reference) throw new NotFound('topic', topic);
    return { reference };
  }
}
