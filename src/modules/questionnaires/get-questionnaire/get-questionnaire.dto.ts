import { Int32, Nested } from '#platform/fields/fields';
import { QuestionnaireDetail, QuestionnairePath } from '../questionnaire.dto';

export class GetQuestionnaireRequest extends QuestionnairePath {
  @Int32({
    min: 1,
    optional: true,
    description: 'The answers as they were submitted in this version. Absent: the current ones.',
  })
  version?: number;
}

export class GetQuestionnaireResponse {
  @Nested(() => QuestionnaireDetail)
  questionnaire!: QuestionnaireDetail;
}
