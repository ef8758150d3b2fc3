import { parse } from 'csv-parse/sync';
import { delimiterOf } from '#platform/import/csv-delimiter';
import { MAX_QUESTIONS } from './answer-value';
import type { AnswerPatch } from './answers';

const COLUMNS = ['question_id', 'answer', 'comment'] as const;
/** Maximum length of an unknown column name in the error. */
const MAX_SHOWN = 60;
type Column = (typeof COLUMNS)[number];

/** A record of the file; rowIndex counts them from 1, without the header. */
export interface AnswerRow {
  rowIndex: number;
  /** Undefined when the record has more or fewer cells than the header. */
  patch: AnswerPatch | undefined;
}

export type AnswersFile = { rows: AnswerRow[] } | { problem: string };

/** Parses a file of answers. An empty cell leaves the stored value unchanged. A problem with the whole file is the only result. */
export function readAnswersCsv(csv: string): AnswersFile {
  const text = csv.replace(/^\uFEFF/, '');
  let records: string[][];
  try {
    const options = { delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: true, trim: true };
    records = parse(text, { ...options, to: MAX_QUESTIONS + 2 });
  } catch {
    return { problem: 'The file is not CSV: a quote is stray or never closed.' };
  }
  const [header = [], ...rows] = records;
  const names = header.map((name) => name.toLowerCase());
  const unknown = names.find((name) => !(COLUMNS as readonly string[]).includes(name));
  if (unknown !== undefined)
    return { problem: `${JSON.stringify(unknown.slice(0, MAX_SHOWN))} is not a column; the columns are ${COLUMNS.join(', ')}.` };
  if (new Set(names).size !== names.length) return { problem: 'A column is in the header twice.' };
  if (!names.includes('question_id')) return { problem: 'The column question_id is missing.' };
  if (rows.length > MAX_QUESTIONS) return { problem: `The file has more than ${MAX_QUESTIONS} rows.` };
  const place = (column: Column) => names.indexOf(column);
  return {
    rows: rows.map((cells, index) => {
      const [answer, comment] = [cells[place('answer')] ?? '', cells[place('comment')] ?? ''];
      const patch = { questionId: cells[place('question_id')] ?? '', ...(answer !== '' && { answer }), ...(comment !== '' && { comment }) };
      return { rowIndex: index + 1, patch: cells.length === names.length ? patch : undefined };
    }),
  };
}
