import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { NotFound } from '#platform/errors/api-error';
import { isUuid } from '#platform/http/uuid';
import { toQuestionnaire, type QuestionnaireSection } from '../questionnaire.dto';
import { QuestionnaireEntity } from '../questionnaire.entity';
import type { GetQuestionnaireRequest, GetQuestionnaireResponse } from './get-questionnaire.dto';

export class GetQuestionnaire extends Query<GetQuestionnaireResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetQuestionnaireRequest,
  ) {
    super();
  }
}

@QueryHandler(GetQuestionnaire)
export class GetQuestionnaireHandler implements IQueryHandler<GetQuestionnaire> {
  constructor(private readonly database: Database) {}

  async execute({ caller: { organizationId }, request: { id } }: GetQuestionnaire): Promise<GetQuestionnaireResponse> {
    const found = isUuid(id) ? await this.database.findOne(organizationId, QuestionnaireEntity, { organizationId, id }) : null;
    if (!found) throw new NotFound('questionnaire', id);
    return { questionnaire: Object.assign(toQuestionnaire(found), { sections: found.sections.map(toSection) }) };
  }
}

/** Puts the members in the order of the contract: jsonb does not preserve it. */
function toSection({ title, questions }: QuestionnaireSection): QuestionnaireSection {
  return { title, questions: questions.map(({ id, text, kind, answer }) => ({ id, text, kind, answer })) };
}
