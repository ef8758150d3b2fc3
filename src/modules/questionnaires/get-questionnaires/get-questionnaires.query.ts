import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { NewestFirst } from '#platform/paging/newest-first';
import { QUESTIONNAIRE_COLUMNS, toQuestionnaire, type QuestionnaireRow } from '../questionnaire.dto';
import { QUESTIONNAIRE_STATUS } from '../questionnaire.enums';
import type { GetQuestionnairesRequest, GetQuestionnairesResponse } from './get-questionnaires.dto';

export class GetQuestionnaires extends Query<GetQuestionnairesResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetQuestionnairesRequest,
  ) {
    super();
  }
}

/** Scans questionnaire_newest_idx. */
const LIST = {
  columns: QUESTIONNAIRE_COLUMNS,
  from: 'questionnaire',
  where: 'organization_id = $1 AND ($2::uuid IS NULL OR vendor_id = $2) AND ($3::smallint IS NULL OR status = $3)',
  time: 'created_at',
};

@QueryHandler(GetQuestionnaires)
export class GetQuestionnairesHandler implements IQueryHandler<GetQuestionnaires> {
  constructor(private readonly newest: NewestFirst) {}

  async execute({ caller: { organizationId }, request }: GetQuestionnaires): Promise<GetQuestionnairesResponse> {
    const { vendorId, status } = request;
    const { rows, totals } = await this.newest.page<QuestionnaireRow>(LIST, {
      organizationId,
      binding: ['GetQuestionnaires', vendorId, status],
      params: [vendorId ?? null, status ? QUESTIONNAIRE_STATUS.toNumber(status) : null],
      request,
    });
    return { questionnaires: rows.map(toQuestionnaire), ...totals };
  }
}
