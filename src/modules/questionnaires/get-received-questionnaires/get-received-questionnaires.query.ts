import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { NewestFirst } from '#platform/paging/newest-first';
import { RECEIVED_COLUMNS, toQuestionnaire, type QuestionnaireRow } from '../questionnaire.dto';
import { QUESTIONNAIRE_STATUS } from '../questionnaire.enums';
import type { GetReceivedQuestionnairesRequest, GetReceivedQuestionnairesResponse } from './get-received-questionnaires.dto';

export class GetReceivedQuestionnaires extends Query<GetReceivedQuestionnairesResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetReceivedQuestionnairesRequest,
  ) {
    super();
  }
}

/** Scans received_questionnaire_newest_idx. */
const LIST = {
  columns: RECEIVED_COLUMNS,
  from: 'received_questionnaire',
  where: 'organization_id = $1 AND ($2::smallint IS NULL OR status = $2)',
  time: 'received_at',
};

@QueryHandler(GetReceivedQuestionnaires)
export class GetReceivedQuestionnairesHandler implements IQueryHandler<GetReceivedQuestionnaires> {
  constructor(private readonly newest: NewestFirst) {}

  async execute({ caller: { organizationId }, request }: GetReceivedQuestionnaires): Promise<GetReceivedQuestionnairesResponse> {
    const { status } = request;
    const { rows, totals } = await this.newest.page<QuestionnaireRow>(LIST, {
      organizationId,
      binding: ['GetReceivedQuestionnaires', status],
      params: [status ? QUESTIONNAIRE_STATUS.toNumber(status) : null],
      request,
    });
    return { questionnaires: rows.map(toQuestionnaire), ...totals };
  }
}
