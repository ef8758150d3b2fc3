import type { Answers } from './answers';
import type { Suggestion } from './suggestions';
import { toQuestionnaire, type QuestionnaireDetail, type QuestionnaireRow, type QuestionnaireSubmission } from './questionnaire.dto';
import type { QuestionnaireEntity } from './questionnaire.entity';
import { ANSWER_SOURCE, QUESTIONNAIRE_DECISION } from './questionnaire.enums';
import type { QuestionnaireSubmissionEntity } from './questionnaire-submission.entity';

/** A questionnaire with its questions and the given answers; `row` has the fields of the caller's list. */
export function toDetail(
  row: QuestionnaireRow,
  { sections, message }: QuestionnaireEntity,
  answers: Answers,
  submissions: readonly QuestionnaireSubmissionEntity[],
  suggestions: ReadonlyMap<string, Suggestion>,
): QuestionnaireDetail {
  return Object.assign(toQuestionnaire(row), {
    ...(message !== null && { message }),
    sections: sections.map(({ title, questions }) => ({
      title,
      questions: questions.map(({ id, text, kind }) => {
        const suggestion = suggestions.get(id);
        return { id, text, kind, ...inOrder(answers, id), ...(suggestion && { suggestion }) };
      }),
    })),
    submissions: submissions.map(toSubmission),
  });
}

/** Puts the members in the order of the contract: jsonb does not preserve it. */
function inOrder(answers: Answers, questionId: string) {
  const { answer, comment, files } = answers[questionId] ?? {};
  return {
    ...(answer !== undefined && { answer }),
    ...(comment !== undefined && { comment }),
    ...(files && { files: files.map(({ name, url }) => ({ ...(name !== undefined && { name }), url })) }),
  };
}

function toSubmission({
  version,
  source,
  submittedAt,
  decision,
  reviewedAt,
  comments,
}: QuestionnaireSubmissionEntity): QuestionnaireSubmission {
  return {
    version,
    source: ANSWER_SOURCE.toMember(source),
    submittedAt: submittedAt.toISOString(),
    ...(decision !== null && { decision: QUESTIONNAIRE_DECISION.toMember(decision) }),
    ...(reviewedAt && { reviewedAt: reviewedAt.toISOString() }),
    comments: comments.map(({ questionId, text }) => ({ ...(questionId !== undefined && { questionId }), text })),
  };
}
