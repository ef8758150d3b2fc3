import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { NotFound } from '#platform/errors/api-error';
import { isUuid } from '#platform/fields/uuid';
import { IMPORTABLE } from '../exchange';
import { toDetail } from '../questionnaire-detail';
import { QuestionnaireSubmissionEntity } from '../questionnaire-submission.entity';
import type { QuestionnaireRow } from '../questionnaire.dto';
import { QuestionnaireEntity } from '../questionnaire.entity';
import { QuestionnaireNotFound } from '../questionnaire.errors';
import { ReceivedQuestionnaireEntity } from '../received-questionnaire.entity';
import { FIND_EARLIER, suggestionsFor, type EarlierAnswers, type Suggestion } from '../suggestions';
import type { GetQuestionnaireRequest, GetQuestionnaireResponse } from './get-questionnaire.dto';

export class GetQuestionnaire extends Query<GetQuestionnaireResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetQuestionnaireRequest,
  ) {
    super();
  }
}

/** For the asking and for the answering organization. */
@QueryHandler(GetQuestionnaire)
export class GetQuestionnaireHandler implements IQueryHandler<GetQuestionnaire> {
  constructor(private readonly database: Database) {}

  async execute({ caller: { organizationId }, request: { id, version } }: GetQuestionnaire): Promise<GetQuestionnaireResponse> {
    const found = isUuid(id) ? ((await this.findOwn(organizationId, id)) ?? (await this.findReceived(organizationId, id))) : undefined;
    if (!found) throw new QuestionnaireNotFound(id);
    const { row, stored } = found;
    const submissions = await this.database.read<QuestionnaireSubmissionEntity>(stored.organizationId, SUBMISSIONS, [
      stored.organizationId,
      id,
    ]);
    const wanted = version === undefined ? stored : submissions.find((each) => each.version === version);
    if (!wanted) throw new NotFound('questionnaire version', String(version));
    const isSender = stored === row;
    const isLinked = isSender && stored.linkExpiresAt !== null && stored.linkExpiresAt > new Date();
    const suggestions = wanted === stored ? await this.suggest(stored) : new Map<string, Suggestion>();
    const detail = toDetail(row, stored, wanted.answers, submissions, suggestions);
    if (isLinked) detail.linkExpiresAt = stored.linkExpiresAt?.toISOString();
    return { questionnaire: detail };
  }

  private async suggest(stored: QuestionnaireEntity): Promise<Map<string, Suggestion>> {
    if (!IMPORTABLE.includes(stored.status)) return new Map();
    const { organizationId, vendorId, id } = stored;
    const [earlier] = await this.database.read<EarlierAnswers>(organizationId, FIND_EARLIER, [organizationId, vendorId, id]);
    return suggestionsFor(stored, earlier);
  }

  private async findOwn(organizationId: string, id: string): Promise<Found | undefined> {
    const stored = await this.database.findOne(organizationId, QuestionnaireEntity, { organizationId, id });
    return stored ? { row: stored, stored } : undefined;
  }

  /** The caller's row shows who owns it; the sender's row has the questions. */
  private async findReceived(organizationId: string, id: string): Promise<Found | undefined> {
    const row = await this.database.findOne(organizationId, ReceivedQuestionnaireEntity, { organizationId, id });
    if (!row) return undefined;
    const key = { organizationId: row.senderId, id, recipientId: organizationId };
    const stored = await this.database.findOne(row.senderId, QuestionnaireEntity, key);
    return stored ? { row, stored } : undefined;
  }
}

interface Found {
  /** The fields of the caller's list. */
  row: QuestionnaireRow;
  stored: QuestionnaireEntity;
}

const SUBMISSIONS = `
  SELECT version, answers, source, submitted_at AS "submittedAt", decision, comments, reviewed_at AS "reviewedAt"
    FROM questionnaire_submission WHERE organization_id = $1 AND questionnaire_id = $2 ORDER BY version DESC`;
