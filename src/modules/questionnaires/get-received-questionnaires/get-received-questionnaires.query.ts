import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { Cursors } from '#platform/paging/cursors';
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

const NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

const MATCHES = `organization_id = $1 AND ($2::smallint IS NULL OR status = $2)`;
const COUNT = `SELECT count(*)::int AS total FROM received_questionnaire WHERE ${MATCHES}`;
const PAGE = `
  SELECT ${RECEIVED_COLUMNS}, received_at::text AS at
    FROM received_questionnaire
   WHERE ${MATCHES} AND (received_at, id) < ($3::timestamptz, $4::uuid)
   ORDER BY received_at DESC, id DESC
   LIMIT $5 OFFSET $6`;

@QueryHandler(GetReceivedQuestionnaires)
export class GetReceivedQuestionnairesHandler implements IQueryHandler<GetReceivedQuestionnaires> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller: { organizationId }, request }: GetReceivedQuestionnaires): Promise<GetReceivedQuestionnairesResponse> {
    const { status } = request;
    const page = await this.cursors.page([organizationId, 'GetReceivedQuestionnaires', status], request);
    const matching = [organizationId, status ? QUESTIONNAIRE_STATUS.toNumber(status) : null];
    const [rows, [count]] = await Promise.all([
      this.database.lists.read<QuestionnaireRow & { at: string }>(organizationId, PAGE, [
        ...matching,
        ...(page.place ?? NEWEST),
        page.fetched,
        page.offset,
      ]),
      this.database.lists.read<{ total: number }>(organizationId, COUNT, matching),
    ]);
    const { shown, next } = page.cut(rows, (row) => [row.at, row.id]);
    return { questionnaires: shown.map(toQuestionnaire), totalCount: count?.total ?? 0, ...next };
  }
}
