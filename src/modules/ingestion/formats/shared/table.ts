import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FormatError } from '#platform/import/format-error';
import { RecordError } from '#platform/import/json-stream/record-error';
import type { ParsedRecord } from '../../observation-draft';
import { recordsFrom, type Reading } from './records';

const MAX_ROW = 1024 * 1024;

/** A row by the lower-case names of its columns; empty cells are left out. */
export type Row = ReadonlyMap<string, string>;

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** A CSV file with a header; all of these columns must be there. */
export async function* tableRecords(
  bytes: AsyncIterable<Buffer>,
  source: string,
  columns: readonly string[],
  readingOf: (row: Row) => Reading,
): AsyncGenerator<ParsedRecord> {
  const parser = parse({ info: true, max_record_size: MAX_ROW, relax_column_count: true, skip_empty_lines: true });
  pipeline(textOf(bytes), parser, () => undefined); // the reader of the records receives the error
  let names: string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (names) {
        const header = names;
        yield* recordsFrom(info.lines, '', source, () => [readingOf(rowOf(header, record))]);
      } else {
        names = record.map((name) => name.trim().toLowerCase());
        const missing = columns.find((column) => !names?.includes(column));
        if (missing !== undefined)
          throw new FormatError(`The column ${JSON.stringify(missing)} is missing: not a CSV report of ${source}.`);
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FormatError(`The file is not CSV, or is truncated: ${error.message.slice(0, 200)}`);
  }
  if (!names) throw new FormatError('The file is empty.');
}

function rowOf(names: readonly string[], cells: readonly string[]): Row {
  if (cells.length !== names.length) throw new RecordError(`the row has ${cells.length} cells, the header ${names.length}`);
  return new Map(names.map((name, place): [string, string] => [name, (cells[place] ?? '').trim()]).filter(([, cell]) => cell !== ''));
}

async function* textOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new FormatError('The file is not valid UTF-8.') : error;
  }
}
