import { documentShape } from '#platform/import/json-stream/document-shape';
import type { JsonPiece } from '#platform/import/json-stream/json-splitter';
import { FormatError } from '#platform/import/format-error';
import { JsonSplitter } from '#platform/import/json-stream/json-splitter';
import type { Line } from '#platform/import/json-stream/line-splitter';
import { LineSplitter } from '#platform/import/json-stream/line-splitter';
import { parseJson, parseJsonLine } from '#platform/import/json-stream/parse-json';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { pathOf } from '#platform/import/json-stream/selector';
import type { ObservationDraft, ParsedRecord } from '../../observation-draft';
import { NamedRecordError } from './finding';
import { asRecord } from '#platform/import/json-value';

/** A record without a finding to report, which may identify one. */
export interface NamesOnly {
  names: ObservationDraft;
}

/** Parses one JSON value into a finding; undefined when the value is not a finding; throws RecordError when it is invalid. */
type Read = (value: unknown) => ObservationDraft | NamesOnly | undefined;

/** Parses records, and finds the source of an invalid record; `value` is undefined when it is not JSON. */
export interface Reader {
  read: Read;
  sourceOf(value: unknown): string | undefined;
}

/** JSON Lines; a value with a list at one of the paths in `wrappers` stands for the elements of that list. */
export async function* lineRecords(
  bytes: AsyncIterable<Buffer>,
  reader: Reader,
  wrappers: readonly string[] = [],
): AsyncGenerator<ParsedRecord> {
  const splitter = new LineSplitter();
  for await (const chunk of bytes) {
    for (const line of splitter.push(chunk)) yield* recordsOfLine(line, reader, wrappers);
  }
  for (const line of splitter.end()) yield* recordsOfLine(line, reader, wrappers);
}

/** The values at one path of a JSON document. */
export async function* elementRecords(
  bytes: AsyncIterable<Buffer>,
  selectors: readonly string[],
  reader: Reader,
): AsyncGenerator<ParsedRecord> {
  const splitter = new JsonSplitter(selectors);
  for await (const chunk of bytes) {
    for (const piece of splitter.push(chunk)) yield pieceRecord(piece, reader);
  }
  splitter.end();
}

/** JSON Lines, an array of records, or concatenated records. */
export async function* linesOrElements(bytes: AsyncIterable<Uint8Array>, reader: Reader): AsyncGenerator<ParsedRecord> {
  const file = await documentShape(plainBytes(bytes));
  if (file.shape === 'lines') yield* lineRecords(file.bytes, reader);
  else yield* elementRecords(file.bytes, ['', '[*]'], reader);
}

export function pieceRecord(piece: JsonPiece, reader: Reader): ParsedRecord {
  const path = pathOf(piece.selector, piece.indices);
  const place = path === '' ? '' : `${path}: `;
  if ('problem' in piece) return { line: piece.line, rejected: `${place}${piece.problem}`, source: reader.sourceOf(undefined) };
  const { line, bytes } = piece;
  return attempt(line, place, () => parseJson(bytes), reader);
}

function recordsOfLine(line: Line, reader: Reader, wrappers: readonly string[]): ParsedRecord[] {
  if ('problem' in line) return [{ line: line.line, rejected: line.problem, source: reader.sourceOf(undefined) }];
  let wrapped: { path: string; list: unknown[] } | undefined;
  const record = attempt(
    line.line,
    '',
    () => {
      const value = parseJsonLine(line.bytes);
      wrapped = wrappers.map((path) => ({ path, list: listAt(value, path) })).find(isWrapped);
      return value;
    },
    { ...reader, read: (value) => (wrapped ? undefined : reader.read(value)) },
  );
  if (!wrapped) return [record];
  const { path, list } = wrapped;
  return list.map((value, index) => attempt(line.line, `${path}[${index}]: `, () => value, reader));
}

function isWrapped(place: { path: string; list: unknown }): place is { path: string; list: unknown[] } {
  return Array.isArray(place.list);
}

function listAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((holder: unknown, member) => asRecord(holder)?.[member], value);
}

function attempt(line: number, place: string, parse: () => unknown, reader: Reader): ParsedRecord {
  let value: unknown;
  try {
    value = parse();
    const found = reader.read(value);
    if (!found) return { line, skipped: true };
    return 'names' in found ? { line, skipped: true, names: found.names } : { line, draft: found };
  } catch (error) {
    if (error instanceof NamedRecordError) return { line, rejected: `${place}${error.message}`, names: error.draft };
    if (error instanceof RecordError) return { line, rejected: `${place}${error.message}`, source: reader.sourceOf(value) };
    throw error;
  }
}

/** Reads one finding of a record; see Reader. */
export type Reading = () => ObservationDraft | NamesOnly | undefined;

/** The records of a value with several findings: one a reading, one that says why there is none, or no record when there are no readings. */
export function recordsFrom(line: number, place: string, source: string, readings: () => Reading[] | undefined): ParsedRecord[] {
  const reader = (read: Reading): Reader => ({ read, sourceOf: () => source });
  const found: { readings: Reading[] | undefined } = { readings: [] };
  const whole = attempt(
    line,
    place,
    () => (found.readings = readings()),
    reader(() => undefined),
  );
  if (found.readings?.length === 0) return [whole];
  return found.readings?.map((read) => attempt(line, place, () => undefined, reader(read))) ?? [];
}

/** What a format does with the values at a path: the readings of their findings, or nothing when the value is about the whole report. */
export type Values = Record<string, (value: unknown, indices: readonly number[]) => Reading[] | undefined>;

/** A JSON document with findings at several paths; it must have one of the lists, or be a report all the same. */
export async function* documentRecords(
  bytes: AsyncIterable<Buffer>,
  source: string,
  values: Values,
  lists: readonly string[],
  isReport = () => false,
): AsyncGenerator<ParsedRecord> {
  const splitter = new JsonSplitter([...Object.keys(values), ...lists.map((list) => `${list}[*]`)]);
  for await (const chunk of bytes) for (const piece of splitter.push(chunk)) yield* recordsOfPiece(piece, source, values);
  splitter.end();
  if (!isReport() && !lists.some((list) => splitter.hasMet(list)))
    throw new FormatError(`There is no list of ${lists.filter(Boolean).join(' or ')}: the file is not a report of ${source}.`);
}

function recordsOfPiece(piece: JsonPiece, source: string, values: Values): ParsedRecord[] {
  const place = `${pathOf(piece.selector, piece.indices)}: `;
  if ('problem' in piece) return [{ line: piece.line, rejected: `${place}${piece.problem}`, source }];
  return recordsFrom(piece.line, place, source, () => {
    const read = values[piece.selector];
    const value = parseJson(piece.bytes);
    if (!read) throw new RecordError('not a JSON object');
    return read(value, piece.indices);
  });
}
