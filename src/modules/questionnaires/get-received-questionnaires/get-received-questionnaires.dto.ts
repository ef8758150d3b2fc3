import { Int32, Member, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { Questionnaire } from '../questionnaire.dto';
import { QUESTIONNAIRE_STATUS, type QuestionnaireStatus } from '../questionnaire.enums';

export class GetReceivedQuestionnairesRequest extends PageRequest {
  @Member(QUESTIONNAIRE_STATUS, { optional: true, description: 'Only questionnaires in this status.' })
  status?: QuestionnaireStatus;

  @FieldNames(Questionnaire, ['id'], ['templateName', 'sender', 'status', 'questionCount', 'answeredCount', 'dueAt'])
  fields?: string[];
}

export class GetReceivedQuestionnairesResponse {
  @NestedList(() => Questionnaire, { maxItems: MAX_PAGE, description: 'Newest first.' })
  questionnaires!: Questionnaire[];

  @Int32({ example: 2, description: 'Matching questionnaires on all pages.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
