import { enumeration, type MemberOf } from '#platform/http/enumeration';

export const QUESTIONNAIRE_STATUS = enumeration('QuestionnaireStatus', 'QUESTIONNAIRE_STATUS', [
  'DRAFT',
  'SENT',
  'IN_PROGRESS',
  'SUBMITTED',
  'COMPLETED',
  'CANCELLED',
]);
export type QuestionnaireStatus = MemberOf<typeof QUESTIONNAIRE_STATUS>;

/** No multiple choice: a question has no list of options. */
export const QUESTION_KIND = enumeration('QuestionKind', 'QUESTION_KIND', ['YES_NO', 'TEXT', 'NUMBER', 'DATE', 'URL']);
export type QuestionKind = MemberOf<typeof QUESTION_KIND>;
