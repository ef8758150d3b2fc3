import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { nextTurn } from '#platform/time/next-turn';
import { CellCount } from './cell-count';

export const MAX_BYTES = 5 * 1024 * 1024;
/** Body limit: JSON escapes can triple the size of the file. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
export const MAX_ROWS = 10_000;
/** A record with more cells is refused. */
export const MAX_CELLS = 1000;
/** Work between two yields to other tasks of the thread, in characters (parser) or steps, of which a record takes many. */
const PARSED_AT_ONCE = 16_384;
export const SLICE = 50_000;

/** Splits a file into records, and these into cells. */
export function recordsOf(text: string, delimiter: string): AsyncIterable<string[]> | Iterable<string[]> {
  // A file without quotes needs no parser: splitting it is about twenty times faster.
  return text.includes('"') ? parseRecords(text, delimiter) : splitRecords(text, delimiter);
}

function parseRecords(text: string, delimiter: string): AsyncIterable<string[]> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    to: MAX_ROWS + 2,
  });
  pipeline(pieces(text, delimiter), parser, () => undefined); // the reader of the records receives the error
  return parser;
}

async function* pieces(text: string, delimiter: string): AsyncGenerator<string> {
  const cells = new CellCount(delimiter, MAX_CELLS);
  for (let at = 0; at < text.length; at += PARSED_AT_ONCE) {
    const piece = text.slice(at, at + PARSED_AT_ONCE);
    if (cells.isExceededBy(piece)) throw new TooManyCells();
    yield piece;
    await nextTurn();
  }
}

export class TooManyCells extends Error {}

/** Stands for many empty lines, so that the reader yields in between. */
export const EMPTY_LINES: string[] = [];

/** Lazily, one record at a time: short-lived cells cost the garbage collector little. */
function* splitRecords(text: string, delimiter: string): Generator<string[]> {
  let empty = 0;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const line = newline < 0 ? text.slice(start) : text.slice(start, text[newline - 1] === '\r' ? newline - 1 : newline);
    if (line !== '') yield line.split(delimiter, MAX_CELLS);
    else if (++empty % SLICE === 0) yield EMPTY_LINES;
    start = newline < 0 ? text.length : newline + 1;
  }
}
