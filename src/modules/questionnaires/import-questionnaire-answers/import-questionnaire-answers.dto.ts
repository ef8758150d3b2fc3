import { Bool, Int32, Nested, NestedList, Text } from '#platform/fields/fields';
import { MAX_QUESTIONS } from '../answer-value';
import { Questionnaire, QuestionnairePath } from '../questionnaire.dto';

const MAX_CSV = 1_000_000;

export class ImportQuestionnaireAnswersRequest extends QuestionnairePath {
  @Text({
    max: MAX_CSV,
    example: 'question_id,answer,comment\ngov-policy,YES,Reviewed every year\n',
    description: `The content of the file, with the columns question_id, answer and comment; at most ${MAX_QUESTIONS} rows. An empty cell changes nothing.`,
  })
  csv!: string;

  @Bool({ optional: true, description: 'true: submits the answers, if every question then has one.' })
  submit?: boolean;
}

export class AnswerRejection {
  @Int32({ example: 3, description: 'Record number from 1, without the header.' })
  rowIndex!: number;

  @Text({ max: 100, optional: true, example: 'gov-policy' })
  questionId?: string;

  @Text({ max: 64, example: 'INVALID_ANSWER', description: 'UNKNOWN_QUESTION, DUPLICATE_ROW, INVALID_ANSWER or COLUMN_COUNT_MISMATCH.' })
  code!: string;

  @Text({ max: 1000, example: 'must be YES or NO' })
  message!: string;
}

export class ImportQuestionnaireAnswersResponse {
  @Nested(() => Questionnaire)
  questionnaire!: Questionnaire;

  @Int32({ example: 1, description: 'Rows whose answers are stored now.' })
  acceptedCount!: number;

  @Int32({ example: 0 })
  rejectedCount!: number;

  @NestedList(() => AnswerRejection, { maxItems: MAX_QUESTIONS, description: 'In the order of the file.' })
  rejections!: AnswerRejection[];
}
