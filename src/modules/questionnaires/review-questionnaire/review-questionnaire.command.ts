import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { InvalidArgument, type FieldViolation } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { questionsOf } from '../answers';
import { lockQuestionnaire, targetOf, update } from '../exchange';
import { announce } from '../exchange-events';
import { toQuestionnaire, type QuestionnaireComment, type QuestionnaireResponse } from '../questionnaire.dto';
import type { QuestionnaireEntity } from '../questionnaire.entity';
import { QUESTIONNAIRE_DECISION, QUESTIONNAIRE_STATUS } from '../questionnaire.enums';
import { QuestionnaireStatusConflict } from '../questionnaire.errors';
import { QuestionnaireSubmissionEntity } from '../questionnaire-submission.entity';
import type { ReviewQuestionnaireRequest } from './review-questionnaire.dto';

export class ReviewQuestionnaire extends Command<QuestionnaireResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: ReviewQuestionnaireRequest,
  ) {
    super();
  }
}

const STATUS = QUESTIONNAIRE_STATUS.stored;

/** Accepting completes the questionnaire and ends its link. Returned answers can be changed and submitted again. */
@CommandHandler(ReviewQuestionnaire)
export class ReviewQuestionnaireHandler implements ICommandHandler<ReviewQuestionnaire> {
  constructor(private readonly database: Database) {}

  execute({ caller, request }: ReviewQuestionnaire): Promise<QuestionnaireResponse> {
    const { organizationId } = caller;
    const { id, decision, comments = [], dueAt } = request;
    const isReturned = decision === 'QUESTIONNAIRE_DECISION_RETURNED';
    if (isReturned && comments.length === 0) throw invalid([{ field: 'comments', description: 'must say why the answers are returned' }]);
    return this.database.transaction(organizationId, async (tx) => {
      const row = await lockQuestionnaire(tx, { organizationId, id });
      if (row.status !== STATUS.SUBMITTED) throw new QuestionnaireStatusConflict(id, row.status, 'reviewed');
      assertQuestions(row, comments);
      const reviewedAt = new Date();
      const key = { organizationId, questionnaireId: id, version: row.version };
      await tx.update(QuestionnaireSubmissionEntity, key, { decision: QUESTIONNAIRE_DECISION.toNumber(decision), comments, reviewedAt });
      await update(tx, row, {
        status: isReturned ? STATUS.IN_PROGRESS : STATUS.COMPLETED,
        reviewedAt,
        updatedAt: reviewedAt,
        ...(isReturned ? { remindedAt: null } : { linkId: null, linkExpiresAt: null }),
        ...(isReturned && dueAt !== undefined && { dueAt: new Date(dueAt) }),
      });
      const changes = changesBetween(undefined, { decision, version: row.version, comments });
      await announce(tx, organizationId, row, 'questionnaire.reviewed');
      await recordAudit(tx, caller, { targets: [targetOf(row)], changes });
      return { questionnaire: toQuestionnaire(row) };
    });
  }
}

function assertQuestions({ sections }: QuestionnaireEntity, comments: readonly QuestionnaireComment[]): void {
  const known = new Set(questionsOf(sections).map(({ id }) => id));
  const violations = comments.flatMap(({ questionId }, index): FieldViolation[] =>
    questionId === undefined || known.has(questionId)
      ? []
      : [{ field: `comments[${index}].questionId`, description: 'is not a question of this questionnaire' }],
  );
  if (violations.length > 0) throw invalid(violations);
}

function invalid(violations: readonly FieldViolation[]): InvalidArgument {
  return new InvalidArgument(`${violations[0]?.field}: ${violations[0]?.description}`, 'INVALID_REQUEST', violations);
}
