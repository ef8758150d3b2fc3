import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { NotFound } from '#platform/errors/api-error';
import { isUuid } from '#platform/http/uuid';
import { QUESTIONNAIRE_COLUMNS, toQuestionnaire, type QuestionnaireRow, type QuestionnaireSection } from '../questionnaire.dto';
import type { GetQuestionnaireRequest, GetQuestionnaireResponse } from './get-questionnaire.dto';

export class GetQuestionnaire extends Query<GetQuestionnaireResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetQuestionnaireRequest,
  ) {
    super();
  }
}

const FIND = `SELECT ${QUESTIONNAIRE_COLUMNS}, sections FROM questionnaire WHERE organization_id = $1 AND id = $2`;

@QueryHandler(GetQuestionnaire)
export class GetQuestionnaireHandler implements IQueryHandler<GetQuestionnaire> {
  constructor(private readonly database: Database) {}

  async execute({ caller: { organizationId }, request: { id } }: GetQuestionnaire): Promise<GetQuestionnaireResponse> {
    const [row] = isUuid(id)
      ? await this.database.read<QuestionnaireRow & { sections: QuestionnaireSection[] }>(organizationId, FIND, [organizationId, id])
      : [];
    if (!row) throw new NotFound('questionnaire', id);
    return { questionnaire: Object.assign(toQuestionnaire(row), { sections: row.sections.map(toSection) }) };
  }
}

/** Members in the order of the contract: jsonb keeps one of its own. */
function toSection({ title, questions }: QuestionnaireSection): QuestionnaireSection {
  return { title, questions: questions.map(({ id, text, kind, answer }) => ({ id, text, kind, answer })) };
}
