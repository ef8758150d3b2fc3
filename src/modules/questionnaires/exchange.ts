import type { EntityManager } from 'typeorm';
import { isUuid } from '#platform/fields/uuid';
import { applyAnswers, unansweredOf, type AnswerPatch, type Answers } from './answers';
import { QuestionnaireEntity } from './questionnaire.entity';
import { ANSWER_SOURCE, QUESTIONNAIRE_STATUS, type AnswerSource } from './questionnaire.enums';
import { InvalidAnswers, QuestionnaireIncomplete, QuestionnaireNotFound, QuestionnaireStatusConflict } from './questionnaire.errors';
import { QuestionnaireSubmissionEntity } from './questionnaire-submission.entity';

const STATUS = QUESTIONNAIRE_STATUS.stored;
/** Answers can change until they are submitted, and again after they are returned. */
export const ANSWERABLE: readonly number[] = [STATUS.SENT, STATUS.IN_PROGRESS];
/** Also before it is sent: a vendor may have answered by e-mail. */
export const IMPORTABLE: readonly number[] = [STATUS.DRAFT, ...ANSWERABLE];

/** Readable through a link, or by the organization it was sent to. */
export const WITHDRAWABLE: readonly number[] = [...ANSWERABLE, STATUS.SUBMITTED];

export interface QuestionnaireKey {
  /** The organization that asks. */
  organizationId: string;
  id: string;
}

/** A questionnaire of the asking organization, locked until the transaction ends. */
export async function lockQuestionnaire(tx: EntityManager, { organizationId, id }: QuestionnaireKey): Promise<QuestionnaireEntity> {
  const found = isUuid(id)
    ? await tx.findOne(QuestionnaireEntity, { where: { organizationId, id }, lock: { mode: 'pessimistic_write' } })
    : null;
  if (!found) throw new QuestionnaireNotFound(id);
  return found;
}

/** Updates columns and updated_at, in the database and in the given row. */
export async function update(tx: EntityManager, row: QuestionnaireEntity, changes: Partial<QuestionnaireEntity>): Promise<void> {
  const { organizationId, id } = row;
  const changed = { updatedAt: new Date(), ...changes };
  await tx.update(QuestionnaireEntity, { organizationId, id }, changed);
  Object.assign(row, changed);
}

/** Saves changes of answers to a locked questionnaire. All of them are valid, or none is saved. */
export async function saveAnswers(
  tx: EntityManager,
  row: QuestionnaireEntity,
  patches: readonly AnswerPatch[],
  allowed: readonly number[] = ANSWERABLE,
): Promise<void> {
  if (!allowed.includes(row.status)) throw new QuestionnaireStatusConflict(row.id, row.status, 'answered');
  const { answers, violations } = applyAnswers(row.sections, row.answers, patches);
  if (violations.length > 0) throw new InvalidAnswers(violations);
  if (isSame(answers, row.answers)) return;
  await update(tx, row, {
    answers,
    answeredCount: row.questionCount - unansweredOf(row.sections, answers).length,
    answersRevision: row.answersRevision + 1,
    status: STATUS.IN_PROGRESS,
  });
}

/** Submits the answers of a locked questionnaire, and stores them as a new version. */
export async function submitAnswers(
  tx: EntityManager,
  row: QuestionnaireEntity,
  source: AnswerSource,
  allowed: readonly number[] = ANSWERABLE,
): Promise<void> {
  if (!allowed.includes(row.status)) throw new QuestionnaireStatusConflict(row.id, row.status, 'submitted');
  const missing = unansweredOf(row.sections, row.answers);
  if (missing.length > 0) throw new QuestionnaireIncomplete(missing);
  const submittedAt = new Date();
  const version = row.version + 1;
  await update(tx, row, { status: STATUS.SUBMITTED, version, submittedAt, updatedAt: submittedAt });
  const { organizationId, id: questionnaireId, answers } = row;
  const submission = { organizationId, questionnaireId, version, answers, source: ANSWER_SOURCE.toNumber(source), submittedAt };
  await tx.insert(QuestionnaireSubmissionEntity, submission);
}

function isSame(one: Answers, other: Answers): boolean {
  const sorted = (answers: Answers) =>
    JSON.stringify(
      Object.keys(answers)
        .sort()
        .map((id) => [id, answers[id]?.answer, answers[id]?.comment, answers[id]?.files?.map(({ name, url }) => [name, url])]),
    );
  return sorted(one) === sorted(other);
}

export function targetOf({ id, templateName, vendorDomain }: QuestionnaireEntity) {
  return { type: 'questionnaire', id, displayName: `${templateName} for ${vendorDomain}` };
}
