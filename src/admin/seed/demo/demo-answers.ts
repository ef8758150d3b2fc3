import { shippedTemplates } from '#modules/questionnaires/template-file';
import type { QuestionKind } from '#modules/questionnaires/questionnaire.enums';

/** An answer to every question of a shipped template. */
export function demoAnswers(templateId: string, domain: string): { questionId: string; answer: string }[] {
  const template = shippedTemplates().find(({ id }) => id === templateId);
  const questions = template?.sections.flatMap((section) => section.questions) ?? [];
  return questions.map(({ id, kind }, index) => ({ questionId: id, answer: answerOf(kind, index, domain) }));
}

function answerOf(kind: QuestionKind, index: number, domain: string): string {
  switch (kind) {
    case 'QUESTION_KIND_YES_NO':
      return index % 7 === 6 ? 'NO' : 'YES';
    case 'QUESTION_KIND_NUMBER':
      return String(90 + (index % 10));
    case 'QUESTION_KIND_DATE':
      return '2026-03-31';
    case 'QUESTION_KIND_URL':
      return `https://trust.${domain}/`;
    case 'QUESTION_KIND_TEXT':
      return 'Described in our security handbook, which we share under a non-disclosure agreement.';
  }
}
