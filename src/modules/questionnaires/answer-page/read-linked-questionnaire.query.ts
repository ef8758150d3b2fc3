import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Database } from '#platform/database/database';
import type { LinkClaims } from '../link-token';
import { findLinked, type LinkedQuestionnaire } from './linked-questionnaire';

/** Undefined when the link is no longer valid. */
export class ReadLinkedQuestionnaire extends Query<LinkedQuestionnaire | undefined> {
  constructor(readonly claims: LinkClaims) {
    super();
  }
}

@QueryHandler(ReadLinkedQuestionnaire)
export class ReadLinkedQuestionnaireHandler implements IQueryHandler<ReadLinkedQuestionnaire> {
  constructor(private readonly database: Database) {}

  execute({ claims }: ReadLinkedQuestionnaire): Promise<LinkedQuestionnaire | undefined> {
    return this.database.transaction(claims.organizationId, (tx) => findLinked(tx, claims, false));
  }
}
