import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { DateTime, Int32, Member, Nested, NestedList, Text } from '#platform/fields/fields';
import { MAX_ANSWER, MAX_COMMENT, MAX_FILE_NAME, MAX_FILES, MAX_QUESTIONS, MAX_URL } from './answer-value';
import {
  ANSWER_SOURCE,
  QUESTION_KIND,
  QUESTIONNAIRE_DECISION,
  QUESTIONNAIRE_STATUS,
  type AnswerSource,
  type QuestionKind,
  type QuestionnaireDecision,
  type QuestionnaireStatus,
} from './questionnaire.enums';

export const MAX_MESSAGE = 4_000;

export const TEMPLATE_ID = {
  max: 100,
  example: 'security-baseline',
  description: 'Id of the template; GetQuestionnaireTemplates lists them.',
};

export const QUESTION_ID = { max: 100, example: 'gov-owner', description: 'Question.id.' };

export class QuestionnairePath {
  @Text({ max: 64, example: EXAMPLE_ID, description: 'Id of the questionnaire.' })
  id!: string;
}

export class AnswerFile {
  @Text({ max: MAX_FILE_NAME, optional: true, example: 'certificate.pdf' })
  name?: string;

  @Text({ max: MAX_URL, example: 'https://acme-cloud.com/trust/certificate.pdf', description: 'An http or https URL.' })
  url!: string;
}

/** The vendor's previous answer to the same question. */
export class AnswerSuggestion {
  @Text({ max: MAX_ANSWER, optional: true })
  answer?: string;

  @Text({ max: MAX_COMMENT, optional: true })
  comment?: string;
}

export class Question {
  @Text({ max: 100, example: 'gov-owner' })
  id!: string;

  @Text({ max: 1000, example: 'Who is responsible for information security at your company?' })
  text!: string;

  @Member(QUESTION_KIND, { example: 'QUESTION_KIND_TEXT' })
  kind!: QuestionKind;

  @Text({ max: MAX_ANSWER, optional: true, description: 'Absent until answered.' })
  answer?: string;

  @Text({ max: MAX_COMMENT, optional: true, description: 'What the vendor adds to the answer, or says where none applies.' })
  comment?: string;

  @NestedList(() => AnswerFile, { maxItems: MAX_FILES, optional: true, description: 'Links to supporting documents.' })
  files?: AnswerFile[];

  @Nested(() => AnswerSuggestion, {
    optional: true,
    description: 'While the question is open: the answer in the last questionnaire submitted to the same customer.',
  })
  suggestion?: AnswerSuggestion;
}

export class QuestionnaireSection {
  @Text({ max: 255, example: 'Responsibility and policy' })
  title!: string;

  @NestedList(() => Question, { maxItems: MAX_QUESTIONS })
  questions!: Question[];
}

export class QuestionnaireSender {
  @Text({ max: 255, example: 'Northwind Insurance' })
  name!: string;

  @Text({ max: 253, example: 'northwind-insurance.com' })
  domain!: string;
}

export class Questionnaire {
  @Text({ max: 36, example: EXAMPLE_ID })
  id!: string;

  @Text(TEMPLATE_ID)
  templateId!: string;

  @Text({ max: 255, example: 'Security baseline', description: 'Name of the template when the questionnaire was created.' })
  templateName!: string;

  @Text({ max: 36, example: EXAMPLE_ID, description: 'Vendor.id in the directory of the organization that asks.' })
  vendorId!: string;

  @Text({ max: 253, example: 'acme-cloud.com' })
  vendorDomain!: string;

  @Member(QUESTIONNAIRE_STATUS, { example: 'QUESTIONNAIRE_STATUS_DRAFT' })
  status!: QuestionnaireStatus;

  @Int32({ example: 42 })
  questionCount!: number;

  @Int32({ example: 0, description: 'Questions with an answer or a comment.' })
  answeredCount!: number;

  @Int32({ example: 1, description: 'How often the answers were submitted.' })
  version!: number;

  @Nested(() => QuestionnaireSender, { optional: true, description: 'Who asks; set when your organization answers.' })
  sender?: QuestionnaireSender;

  @DateTime({ optional: true, example: '2026-12-15T00:00:00.000Z' })
  dueAt?: string;

  @DateTime({ optional: true, example: '2026-11-02T09:30:00.000Z' })
  sentAt?: string;

  @DateTime({ optional: true, example: '2026-12-12T09:30:00.000Z', description: 'When the last reminder was sent.' })
  remindedAt?: string;

  @DateTime({ optional: true, example: '2026-11-20T09:30:00.000Z', description: 'When the answers were last submitted.' })
  submittedAt?: string;

  @DateTime({ optional: true, example: '2026-11-25T09:30:00.000Z', description: 'When they were last accepted or returned.' })
  reviewedAt?: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z' })
  createdAt!: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z' })
  updatedAt!: string;
}

export class QuestionnaireComment {
  @Text({ ...QUESTION_ID, optional: true, description: 'The question it is about; absent: the whole questionnaire.' })
  questionId?: string;

  @Text({ max: MAX_COMMENT, trim: true, example: 'Please name the person, not the department.' })
  text!: string;
}

/** One version of the answers, as submitted. */
export class QuestionnaireSubmission {
  @Int32({ example: 1 })
  version!: number;

  @Member(ANSWER_SOURCE, { example: 'ANSWER_SOURCE_ORGANIZATION', description: 'The vendor’s organization, a link, or an imported file.' })
  source!: AnswerSource;

  @DateTime({ example: '2026-11-20T09:30:00.000Z' })
  submittedAt!: string;

  @Member(QUESTIONNAIRE_DECISION, { optional: true, example: 'QUESTIONNAIRE_DECISION_RETURNED', description: 'Absent until reviewed.' })
  decision?: QuestionnaireDecision;

  @DateTime({ optional: true, example: '2026-11-25T09:30:00.000Z' })
  reviewedAt?: string;

  @NestedList(() => QuestionnaireComment, { maxItems: MAX_QUESTIONS, description: 'Comments of the reviewer.' })
  comments!: QuestionnaireComment[];
}

export class QuestionnaireDetail extends Questionnaire {
  @Text({ max: MAX_MESSAGE, optional: true, description: 'Sent along with the questionnaire.' })
  message?: string;

  @DateTime({ optional: true, example: '2026-12-15T00:00:00.000Z', description: 'Expiry of the link, if there is one.' })
  linkExpiresAt?: string;

  @NestedList(() => QuestionnaireSection, {
    maxItems: MAX_QUESTIONS,
    description: 'Copied from the template when the questionnaire was created.',
  })
  sections!: QuestionnaireSection[];

  @NestedList(() => QuestionnaireSubmission, { maxItems: 1000, description: 'Newest first.' })
  submissions!: QuestionnaireSubmission[];
}

export class QuestionnaireResponse {
  @Nested(() => Questionnaire)
  questionnaire!: Questionnaire;
}

export interface QuestionnaireRow {
  id: string;
  templateId: string;
  templateName: string;
  vendorId: string;
  vendorDomain: string;
  status: number;
  questionCount: number;
  answeredCount: number;
  version: number;
  /** Only for a received questionnaire. */
  senderName?: string;
  senderDomain?: string;
  dueAt: Date | null;
  sentAt: Date | null;
  remindedAt: Date | null;
  submittedAt: Date | null;
  reviewedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns that toQuestionnaire reads. */
export const QUESTIONNAIRE_COLUMNS = `
  id, template_id AS "templateId", template_name AS "templateName", vendor_id AS "vendorId", vendor_domain AS "vendorDomain", status,
  question_count AS "questionCount", answered_count AS "answeredCount", version, due_at AS "dueAt", sent_at AS "sentAt",
  reminded_at AS "remindedAt", submitted_at AS "submittedAt", reviewed_at AS "reviewedAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The same for received_questionnaire. */
export const RECEIVED_COLUMNS = `${QUESTIONNAIRE_COLUMNS}, sender_name AS "senderName", sender_domain AS "senderDomain"`;

export function toQuestionnaire(row: QuestionnaireRow): Questionnaire {
  return {
    id: row.id,
    templateId: row.templateId,
    templateName: row.templateName,
    vendorId: row.vendorId,
    vendorDomain: row.vendorDomain,
    status: QUESTIONNAIRE_STATUS.toMember(row.status),
    questionCount: row.questionCount,
    answeredCount: row.answeredCount,
    version: row.version,
    ...(row.senderName !== undefined && { sender: { name: row.senderName, domain: row.senderDomain as string } }),
    dueAt: row.dueAt?.toISOString(),
    sentAt: row.sentAt?.toISOString(),
    remindedAt: row.remindedAt?.toISOString(),
    submittedAt: row.submittedAt?.toISOString(),
    reviewedAt: row.reviewedAt?.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
