import { EXAMPLE_ID } from '#platform/http/example-ids';
import { DateTime, Int32, Member, NestedList, Text } from '#platform/http/fields';
import { QUESTION_KIND, QUESTIONNAIRE_STATUS, type QuestionKind, type QuestionnaireStatus } from './questionnaire.enums';

export const TEMPLATE_ID = {
  max: 100,
  example: 'security-baseline',
  description: 'Id of the template; GetQuestionnaireTemplates lists them.',
};

export class Question {
  @Text({ max: 100, example: 'gov-owner' })
  id!: string;

  @Text({ max: 1000, example: 'Who is responsible for information security at your company?' })
  text!: string;

  @Member(QUESTION_KIND, { example: 'QUESTION_KIND_TEXT' })
  kind!: QuestionKind;

  @Text({ max: 10_000, optional: true, description: 'Absent until answered.' })
  answer?: string;
}

export class QuestionnaireSection {
  @Text({ max: 255, example: 'Responsibility and policy' })
  title!: string;

  @NestedList(() => Question, { maxItems: 200 })
  questions!: Question[];
}

export class Questionnaire {
  @Text({ max: 36, example: EXAMPLE_ID })
  id!: string;

  @Text(TEMPLATE_ID)
  templateId!: string;

  @Text({ max: 255, example: 'Security baseline', description: 'Name of the template when the questionnaire was created.' })
  templateName!: string;

  @Text({ max: 36, example: EXAMPLE_ID, description: 'Vendor.id.' })
  vendorId!: string;

  @Text({ max: 253, example: 'acme-cloud.com' })
  vendorDomain!: string;

  @Member(QUESTIONNAIRE_STATUS, { example: 'QUESTIONNAIRE_STATUS_DRAFT' })
  status!: QuestionnaireStatus;

  @Int32({ example: 42 })
  questionCount!: number;

  @Int32({ example: 0 })
  answeredCount!: number;

  @DateTime({ optional: true, example: '2026-12-15T00:00:00.000Z' })
  dueAt?: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z' })
  createdAt!: string;

  @DateTime({ example: '2026-11-02T09:30:00.000Z' })
  updatedAt!: string;
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
  dueAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns that toQuestionnaire reads. */
export const QUESTIONNAIRE_COLUMNS = `
  id, template_id AS "templateId", template_name AS "templateName", vendor_id AS "vendorId", vendor_domain AS "vendorDomain", status,
  question_count AS "questionCount", answered_count AS "answeredCount", due_at AS "dueAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

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
    dueAt: row.dueAt?.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
