import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { Cursors } from '#platform/paging/cursors';
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

const NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

const MATCHES = `organization_id = $1 AND ($2::uuid IS NULL OR vendor_id = $2) AND ($3::smallint IS NULL OR status = $3)`;
const COUNT = `SELECT count(*)::int AS total FROM questionnaire WHERE ${MATCHES}`;
const PAGE = `
  SELECT ${QUESTIONNAIRE_COLUMNS}, created_at::text AS at
    FROM questionnaire
   WHERE ${MATCHES} AND (created_at, id) < ($4::timestamptz, $5::uuid)
   ORDER BY created_at DESC, id DESC
   LIMIT $6 OFFSET $7`;

@QueryHandler(GetQuestionnaires)
export class GetQuestionnairesHandler implements IQueryHandler<GetQuestionnaires> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller: { organizationId }, request }: GetQuestionnaires): Promise<GetQuestionnairesResponse> {
    const { vendorId, status } = request;
    const page = await this.cursors.page([organizationId, 'GetQuestionnaires', vendorId, status], request);
    const matching = [organizationId, vendorId ?? null, status ? QUESTIONNAIRE_STATUS.toNumber(status) : null];

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
    return {
      questionnaires: shown.map(toQuestionnaire),
      totalCount: count?.total ?? 0,
      ...next,
    };
  }
}
