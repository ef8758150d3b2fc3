import { questionsOf, type AnswerPatch, type Answers } from '../answers';
import type { TemplateSection } from '../template-file';

/** The field values of one question. */
export interface FormEntry {
  answer: string;
  comment: string;
  /** URLs, one per line. */
  files: string;
}

/** By question id. */
export type Form = ReadonlyMap<string, FormEntry>;

/** The field names of a question. */
export const FIELD = { answer: 'a', comment: 'c', files: 'f' } as const;

/** Parses the posted form. A missing field, such as an unselected choice, is empty. */
export function readForm(sections: readonly TemplateSection[], body: Readonly<Record<string, unknown>>): Form {
  const textOf = (field: string) => {
    const value = [body[field]].flat()[0];
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
  };
  const entry = (id: string): FormEntry => ({
    answer: textOf(`${FIELD.answer}-${id}`),
    comment: textOf(`${FIELD.comment}-${id}`),
    files: textOf(`${FIELD.files}-${id}`),
  });
  return new Map(questionsOf(sections).map(({ id }) => [id, entry(id)]));
}

/** The form with the stored answers. */
export function toForm(sections: readonly TemplateSection[], answers: Answers): Form {
  return new Map(
    questionsOf(sections).map(({ id }) => {
      const { answer = '', comment = '', files = [] } = answers[id] ?? {};
      return [id, { answer, comment, files: files.map(({ url }) => url).join('\n') }];
    }),
  );
}

/** The changes in the form. A file that stays keeps its name. */
export function toPatches(form: Form, answers: Answers): AnswerPatch[] {
  return [...form].map(([questionId, { answer, comment, files }]) => {
    const known = new Map((answers[questionId]?.files ?? []).map((file) => [file.url, file]));
    const urls = files
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    return { questionId, answer, comment, files: urls.map((url) => known.get(url) ?? { url }) };
  });
}
