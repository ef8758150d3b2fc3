import { DateTime, Int32, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';

export class QuestionnaireTemplateSection {
  @Text({ max: 255, example: 'Responsibility and policy' })
  title!: string;

  @Int32({ example: 7 })
  questionCount!: number;
}

export class QuestionnaireTemplateRecord {
  @Text({ max: 100, example: 'security-baseline' })
  id!: string;

  @Text({ max: 255, example: 'Security baseline' })
  name!: string;

  @Text({ max: 32, example: '1.0.0' })
  version!: string;

  @Text({ max: 1000, optional: true })
  description?: string;

  @Int32({ example: 42 })
  questionCount!: number;

  @NestedList(() => QuestionnaireTemplateSection, { maxItems: 200 })
  sections!: QuestionnaireTemplateSection[];

  @DateTime({ example: '2026-11-02T09:30:00.000Z' })
  updatedAt!: string;
}

export class GetQuestionnaireTemplatesRequest extends PageRequest {
  @FieldNames(QuestionnaireTemplateRecord, ['id'], ['name', 'version', 'questionCount'])
  fields?: string[];
}

export class GetQuestionnaireTemplatesResponse {
  @NestedList(() => QuestionnaireTemplateRecord, { maxItems: MAX_PAGE, description: 'Sorted by id.' })
  templates!: QuestionnaireTemplateRecord[];

  @Int32({ example: 3 })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
