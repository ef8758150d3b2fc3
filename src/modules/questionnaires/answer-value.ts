import type { QuestionKind } from './questionnaire.enums';

export const MAX_QUESTIONS = 200;
export const MAX_ANSWER = 10_000;
export const MAX_COMMENT = 4_000;
export const MAX_FILES = 10;
export const MAX_FILE_NAME = 255;
export const MAX_URL = 2_048;

const NUMBER = /^-?\d{1,30}(\.\d{1,10})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Parses an answer by the kind of its question. The value is what is stored; a problem says what the answer must be. */
export function readAnswer(kind: QuestionKind, text: string): { value: string } | { problem: string } {
  const trimmed = text.trim();
  switch (kind) {
    case 'QUESTION_KIND_YES_NO': {
      const value = trimmed.toUpperCase();
      return value === 'YES' || value === 'NO' ? { value } : { problem: 'must be YES or NO' };
    }
    case 'QUESTION_KIND_NUMBER':
      return NUMBER.test(trimmed) ? { value: trimmed } : { problem: 'must be a number such as 42 or 99.5' };
    case 'QUESTION_KIND_DATE':
      return isDate(trimmed) ? { value: trimmed } : { problem: 'must be a date such as 2026-01-31' };
    case 'QUESTION_KIND_URL':
      return isWebAddress(trimmed) ? { value: trimmed } : { problem: 'must be an http or https URL' };
    case 'QUESTION_KIND_TEXT':
      return { value: trimmed };
  }
}

export function isWebAddress(text: string): boolean {
  return text.length <= MAX_URL && /^https?:\/\/[^\s\p{Cc}\p{Surrogate}]+$/iu.test(text) && URL.canParse(text);
}

function isDate(text: string): boolean {
  const time = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
