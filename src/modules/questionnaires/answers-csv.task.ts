import type { ThreadTask } from '#platform/threads/thread-task';
import { readAnswersCsv, type AnswersFile } from './answers-csv';

/** Parses a file of answers in a thread: a megabyte takes half a second. */
export const READ_ANSWERS: ThreadTask<string, AnswersFile> = { module: 'modules/questionnaires/answers-csv.task' };

export const run = readAnswersCsv;
