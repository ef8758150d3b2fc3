import { RECEIVED_EXAMPLE_ID } from '#platform/fields/example-ids';
import { NestedList, Text } from '#platform/fields/fields';
import { MAX_ANSWER, MAX_COMMENT, MAX_FILES } from '../answer-value';
import { MAX_QUESTIONS } from '../answer-value';
import { AnswerFile, QUESTION_ID } from '../questionnaire.dto';

export class QuestionAnswer {
  @Text(QUESTION_ID)
  questionId!: string;

  @Text({
    max: MAX_ANSWER,
    nullable: true,
    description: 'Absent: unchanged. null or empty: removed. YES or NO, a number, a date (2026-01-31) or a URL where the kind asks for it.',
  })
  answer?: string | null;

  @Text({ max: MAX_COMMENT, nullable: true, description: 'Absent: unchanged. null or empty: removed.' })
  comment?: string | null;

  @NestedList(() => AnswerFile, { maxItems: MAX_FILES, nullable: true, description: 'Absent: unchanged. null or empty: removed.' })
  files?: AnswerFile[] | null;
}

export class AnswerQuestionnaireRequest {
  @Text({ max: 64, example: RECEIVED_EXAMPLE_ID, description: 'Id of a questionnaire that was sent to your organization.' })
  id!: string;

  @NestedList(() => QuestionAnswer, {
    minItems: 1,
    maxItems: MAX_QUESTIONS,
    example: [{ questionId: 'gov-policy', answer: 'YES', comment: 'Reviewed every year.' }],
    description: 'Answers to some of the questions, or to all.',
  })
  answers!: QuestionAnswer[];
}
