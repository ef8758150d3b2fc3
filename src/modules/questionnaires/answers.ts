import type { FieldViolation } from '#platform/errors/api-error';
import { isWebAddress, MAX_ANSWER, MAX_COMMENT, MAX_FILES, readAnswer } from './answer-value';
import type { TemplateQuestion } from './template-file';

export interface FileReference {
  name?: string;
  url: string;
}

/** The vendor's answer to one question. A question without an entry is unanswered. */
export interface StoredAnswer {
  answer?: string;
  comment?: string;
  files?: FileReference[];
}

/** By question id. */
export type Answers = Readonly<Record<string, StoredAnswer>>;

/** A change of one answer: absent fields stay, null or an empty list clears. */
export interface AnswerPatch {
  questionId: string;
  answer?: string | null;
  comment?: string | null;
  files?: readonly FileReference[] | null;
}

type Sections = readonly { questions: readonly TemplateQuestion[] }[];

export function questionsOf(sections: Sections): TemplateQuestion[] {
  return sections.flatMap(({ questions }) => questions);
}

/** The answers after the changes, and every invalid change. */
export function applyAnswers(
  sections: Sections,
  answers: Answers,
  patches: readonly AnswerPatch[],
): { answers: Answers; violations: FieldViolation[] } {
  const questions = new Map(questionsOf(sections).map((question) => [question.id, question]));
  const violations: FieldViolation[] = [];
  const seen = new Set<string>();
  const result = new Map(Object.entries(answers));
  for (const [index, patch] of patches.entries()) {
    const field = `answers[${index}]`;
    const question = questions.get(patch.questionId);
    if (!question || seen.has(patch.questionId)) {
      const description = question ? 'is in the list twice' : 'is not a question of this questionnaire';
      violations.push({ field: `${field}.questionId`, description });
      continue;
    }
    seen.add(patch.questionId);
    const changed = change(question, result.get(question.id) ?? {}, patch, field, violations);
    if (Object.keys(changed).length > 0) result.set(question.id, changed);
    else result.delete(question.id);
  }
  return { answers: Object.fromEntries(result), violations };
}

function change(
  question: TemplateQuestion,
  before: StoredAnswer,
  patch: AnswerPatch,
  field: string,
  violations: FieldViolation[],
): StoredAnswer {
  const after: StoredAnswer = { ...before };
  if (patch.answer !== undefined) {
    delete after.answer;
    if (patch.answer !== null && patch.answer.trim() !== '') {
      const read = storable(patch.answer, MAX_ANSWER) ?? readAnswer(question.kind, patch.answer);
      if ('problem' in read) violations.push({ field: `${field}.answer`, description: read.problem });
      else after.answer = read.value;
    }
  }
  if (patch.comment !== undefined) {
    delete after.comment;
    const comment = patch.comment?.trim() ?? '';
    const refused = storable(comment, MAX_COMMENT);
    if (refused) violations.push({ field: `${field}.comment`, description: refused.problem });
    else if (comment !== '') after.comment = comment;
  }
  if (patch.files !== undefined) {
    delete after.files;
    const files = patch.files ?? [];
    if (files.length > MAX_FILES) violations.push({ field: `${field}.files`, description: `must be at most ${MAX_FILES}` });
    for (const [index, { url }] of files.slice(0, MAX_FILES).entries()) {
      if (!isWebAddress(url)) violations.push({ field: `${field}.files[${index}].url`, description: 'must be an http or https URL' });
    }
    if (files.length > 0 && files.length <= MAX_FILES) after.files = files.map(({ name, url }) => ({ ...(name ? { name } : {}), url }));
  }
  return after;
}

/** Requests are validated before this; forms and files are not. */
function storable(text: string, max: number): { problem: string } | undefined {
  if ([...text].length > max) return { problem: `must have at most ${max} characters` };
  return text.isWellFormed() && !text.includes('\0') ? undefined : { problem: 'must not contain NUL characters or lone surrogates' };
}

/** A question counts as answered when it has an answer or, where none applies, a comment. */
function isAnswered(answer: StoredAnswer | undefined): boolean {
  return answer?.answer !== undefined || answer?.comment !== undefined;
}

export function unansweredOf(sections: Sections, answers: Answers): string[] {
  return questionsOf(sections)
    .filter(({ id }) => !isAnswered(answers[id]))
    .map(({ id }) => id);
}
