import { draftOf } from '#modules/ingestion/formats/shared/finding';
import type { ObservationDraft } from '#modules/ingestion/observation-draft';
import { questionsOf, type Answers } from './answers';
import type { TemplateSection } from './template-file';

/** Submitted answers with their questionnaire. */
export interface SubmittedAnswers {
  templateId: string;
  templateName: string;
  vendorDomain: string;
  sections: readonly TemplateSection[];
  answers: Answers;
}

/** The source name of these findings. */
export const SOURCE = 'questionnaire';
const CHANGED = 'The vendor gave another answer.';

/** A finding for each answer that fails by the template, and a resolution for each answer that does not. */
export function draftsOf({ templateId, templateName, vendorDomain, sections, answers }: SubmittedAnswers): ObservationDraft[] {
  return questionsOf(sections).flatMap((question) => {
    const { finding } = question;
    if (!finding) return [];
    const { answer, comment, files = [] } = answers[question.id] ?? {};
    const draft = draftOf({
      hosts: [vendorDomain],
      title: finding.title ?? question.text,
      description: `${templateName}: ${question.text} The vendor answered ${answer ?? 'nothing'}.${comment === undefined ? '' : ` ${comment}`}`,
      observationType: `questionnaire ${templateId} ${question.id}`,
      category: finding.category,
      severity: finding.severity,
      confidence: 'OBSERVATION_CONFIDENCE_CONFIRMED',
      references: files.map(({ url }) => url),
      source: { name: SOURCE, externalId: `${templateId}/${question.id}` },
    });
    return [answer === finding.when ? draft : { ...draft, goneBecause: CHANGED }];
  });
}
