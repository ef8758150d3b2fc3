import { questionsOf, type Answers, type StoredAnswer } from './answers';
import type { TemplateQuestion, TemplateSection } from './template-file';

/** The last questionnaire that a vendor submitted. */
export interface EarlierAnswers {
  templateId: string;
  sections: readonly TemplateSection[];
  answers: Answers;
  submittedAt: Date;
}

export type Suggestion = Pick<StoredAnswer, 'answer' | 'comment'>;

/** The last submitted version of the vendor's last other questionnaire. $1 organization, $2 vendor, $3 this questionnaire. */
export const FIND_EARLIER = `
  SELECT q.template_id AS "templateId", q.sections, s.answers, s.submitted_at AS "submittedAt"
    FROM questionnaire q
    JOIN questionnaire_submission s ON s.organization_id = q.organization_id AND s.questionnaire_id = q.id AND s.version = q.version
   WHERE q.organization_id = $1 AND s.organization_id = $1 AND q.vendor_id = $2 AND q.id <> $3
   ORDER BY s.submitted_at DESC LIMIT 1`;

/** The vendor's previous answers to the questions that are still open, by question id. */
export function suggestionsFor(
  { templateId, sections, answers }: { templateId: string; sections: readonly TemplateSection[]; answers: Answers },
  earlier: EarlierAnswers | undefined,
): Map<string, Suggestion> {
  const found = new Map<string, Suggestion>();
  if (!earlier) return found;
  const known = questionsOf(earlier.sections);
  for (const question of questionsOf(sections)) {
    if (answers[question.id]) continue;
    const same = known.find((other) => isSame(question, other, templateId === earlier.templateId));
    const { answer, comment } = (same && earlier.answers[same.id]) ?? {};
    if (answer !== undefined || comment !== undefined)
      found.set(question.id, { ...(answer !== undefined && { answer }), ...(comment !== undefined && { comment }) });
  }
  return found;
}

/** Within a template the same question has the same id, across templates the same text. */
function isSame(one: TemplateQuestion, other: TemplateQuestion, isSameTemplate: boolean): boolean {
  return one.kind === other.kind && (isSameTemplate ? one.id === other.id : one.text === other.text);
}
