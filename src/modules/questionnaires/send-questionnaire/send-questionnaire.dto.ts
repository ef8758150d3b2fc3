import { Deadline, Member, Nested, Text } from '#platform/fields/fields';
import { MAX_MESSAGE, Questionnaire, QuestionnairePath } from '../questionnaire.dto';
import { QUESTIONNAIRE_CHANNEL, type QuestionnaireChannel } from '../questionnaire.enums';

export class SendQuestionnaireRequest extends QuestionnairePath {
  @Member(QUESTIONNAIRE_CHANNEL, {
    optional: true,
    description:
      'ORGANIZATION: the organization here that owns the domain of the vendor answers. LINK: whoever has the link answers. ' +
      'NONE: nobody; the link, or the access of the organization, is revoked. Unset: ORGANIZATION if there is one, else LINK.',
  })
  channel?: QuestionnaireChannel;

  @Deadline({ optional: true, example: '2028-06-30T00:00:00Z', description: 'When the answers are due. Absent: unchanged.' })
  dueAt?: string;

  @Text({ max: MAX_MESSAGE, min: 1, trim: true, optional: true, example: 'Please answer by the end of the quarter.' })
  message?: string;
}

export class QuestionnaireLink {
  @Text({ max: 2048, description: 'For the vendor. Shown only here; replaces the previous link.' })
  url!: string;

  @Deadline({ example: '2026-12-15T00:00:00.000Z' })
  expiresAt!: string;
}

export class SendQuestionnaireResponse {
  @Nested(() => Questionnaire)
  questionnaire!: Questionnaire;

  @Nested(() => QuestionnaireLink, { optional: true, description: 'Set when it is answered by link.' })
  link?: QuestionnaireLink;
}
