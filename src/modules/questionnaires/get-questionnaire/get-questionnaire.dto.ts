import { Nested, NestedList, Text } from '#platform/http/fields';
import { Questionnaire, QuestionnaireSection } from '../questionnaire.dto';

export class GetQuestionnaireRequest {
  @Text({ max: 64, example: '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10', description: 'Id of the questionnaire.' })
  id!: string;
}

export class QuestionnaireDetail extends Questionnaire {
  @NestedList(() => QuestionnaireSection, { maxItems: 200, description: 'As the template had them when the questionnaire was made.' })
  sections!: QuestionnaireSection[];
}

export class GetQuestionnaireResponse {
  @Nested(() => QuestionnaireDetail)
  questionnaire!: QuestionnaireDetail;
}
