import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const QUESTIONNAIRE_STATUS = enumeration('QuestionnaireStatus', 'QUESTIONNAIRE_STATUS', [
  'DRAFT',
  'SENT',
  'IN_PROGRESS',
  'SUBMITTED',
  'COMPLETED',
  'CANCELLED',
]);
export type QuestionnaireStatus = MemberOf<typeof QUESTIONNAIRE_STATUS>;

/** No multiple choice: questions have no options. */
export const QUESTION_KIND = enumeration('QuestionKind', 'QUESTION_KIND', ['YES_NO', 'TEXT', 'NUMBER', 'DATE', 'URL']);
export type QuestionKind = MemberOf<typeof QUESTION_KIND>;

/** How a questionnaire reaches the vendor. NONE revokes it. */
export const QUESTIONNAIRE_CHANNEL = enumeration('QuestionnaireChannel', 'QUESTIONNAIRE_CHANNEL', ['ORGANIZATION', 'LINK', 'NONE']);
export type QuestionnaireChannel = MemberOf<typeof QUESTIONNAIRE_CHANNEL>;

/** How answers were submitted. */
export const ANSWER_SOURCE = enumeration('AnswerSource', 'ANSWER_SOURCE', ['ORGANIZATION', 'LINK', 'IMPORT']);
export type AnswerSource = MemberOf<typeof ANSWER_SOURCE>;

export const QUESTIONNAIRE_DECISION = enumeration('QuestionnaireDecision', 'QUESTIONNAIRE_DECISION', ['ACCEPTED', 'RETURNED']);
export type QuestionnaireDecision = MemberOf<typeof QUESTIONNAIRE_DECISION>;
