import type { EntityManager } from 'typeorm';
import { lockQuestionnaire } from '../exchange';
import type { LinkClaims } from '../link-token';
import { QuestionnaireEntity } from '../questionnaire.entity';
import { QUESTIONNAIRE_DECISION } from '../questionnaire.enums';
import { QuestionnaireSubmissionEntity, type ReviewComment } from '../questionnaire-submission.entity';
import { FIND_EARLIER, suggestionsFor, type EarlierAnswers, type Suggestion } from '../suggestions';

/** A questionnaire as the holder of its link sees it. */
export interface LinkedQuestionnaire {
  questionnaire: QuestionnaireEntity;
  sender: { name: string; domain: string };
  comments: readonly ReviewComment[];
  suggestions: ReadonlyMap<string, Suggestion>;
}

const SENDER = `SELECT name, domain FROM organization WHERE id = $1 AND suspended_at IS NULL`;

/**
 * The questionnaire of a link, optionally locked for a change; undefined when the link was replaced or revoked, or its sender is suspended.
 */
export async function findLinked(tx: EntityManager, claims: LinkClaims, isLocked: boolean): Promise<LinkedQuestionnaire | undefined> {
  const { organizationId, questionnaireId: id, linkId } = claims;
  const valid = await tx.findOneBy(QuestionnaireEntity, { organizationId, id, linkId });
  if (!valid) return undefined;
  const questionnaire = isLocked ? await lockQuestionnaire(tx, { organizationId, id }) : valid;
  const [sender] = await tx.query<LinkedQuestionnaire['sender'][]>(SENDER, [organizationId]);
  const isExpired = questionnaire.linkExpiresAt === null || questionnaire.linkExpiresAt <= new Date();
  if (!sender || isExpired || questionnaire.linkId !== linkId) return undefined;
  const key = { organizationId, questionnaireId: id, version: questionnaire.version };
  const last = await tx.findOneBy(QuestionnaireSubmissionEntity, key);
  const [earlier] = await tx.query<EarlierAnswers[]>(FIND_EARLIER, [organizationId, questionnaire.vendorId, id]);
  const suggestions = suggestionsFor(questionnaire, earlier);
  return { questionnaire, sender, suggestions, comments: last?.decision === QUESTIONNAIRE_DECISION.stored.RETURNED ? last.comments : [] };
}
