import { EXAMPLE_ID } from '#platform/http/example-ids';
import { Nested, NestedList, Text } from '#platform/http/fields';
import { Questionnaire, QuestionnaireSection } from '../questionnaire.dto';

export class GetQuestionnaireRequest {
  @Text({ max: 64, example: EXAMPLE_ID, description: 'Id of the questionnaire.' })
  id!: string;
}

export class QuestionnaireDetail extends Questionnaire {
  @NestedList(() => QuestionnaireSection, { maxItems: 200, description: 'Copied from the template when the questionnaire was created.' })
  sections!: QuestionnaireSection[];
}

export class GetQuestionnaireResponse {
  @Nested(() => QuestionnaireDetail)
  questionnaire!: QuestionnaireDetail;
}
