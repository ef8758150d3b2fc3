import { REVIEW_EXAMPLE_ID } from '#platform/fields/example-ids';
import { DateTime, Member, NestedList, Text } from '#platform/fields/fields';
import { MAX_QUESTIONS } from '../answer-value';
import { QuestionnaireComment } from '../questionnaire.dto';
import { QUESTIONNAIRE_DECISION, type QuestionnaireDecision } from '../questionnaire.enums';

export class ReviewQuestionnaireRequest {
  @Text({ max: 64, example: REVIEW_EXAMPLE_ID, description: 'Id of a questionnaire whose answers were submitted.' })
  id!: string;

  @Member(QUESTIONNAIRE_DECISION, { example: 'QUESTIONNAIRE_DECISION_ACCEPTED' })
  decision!: QuestionnaireDecision;

  @NestedList(() => QuestionnaireComment, {
    optional: true,
    maxItems: MAX_QUESTIONS,
    description: 'For the vendor. Answers can be returned only with at least one.',
  })
  comments?: QuestionnaireComment[];

  @DateTime({ optional: true, example: '2028-06-30T00:00:00Z', description: 'When returned answers are due again. Absent: unchanged.' })
  dueAt?: string;
}
