import { documentShape } from '#platform/import/json-stream/document-shape';
import type { JsonPiece } from '#platform/import/json-stream/json-splitter';
import { JsonSplitter } from '#platform/import/json-stream/json-splitter';
import type { Line } from '#platform/import/json-stream/line-splitter';
import { LineSplitter } from '#platform/import/json-stream/line-splitter';
import { parseJson, parseJsonLine } from '#platform/import/json-stream/parse-json';
import { plainBytes } from '#platform/import/json-stream/plain-bytes';
import { RecordError } from '#platform/import/json-stream/record-error';
import { pathOf } from '#platform/import/json-stream/selector';
import { FormatError } from '#platform/import/format-error';
import type { ObservationDraft, ParsedRecord } from '../../observation-draft';
import { asRecord } from '#platform/import/json-value';

/** Makes a finding of one JSON value; undefined when the value is no finding; throws RecordError when it cannot be taken. */
type Read = (value: unknown) => ObservationDraft | undefined;

/** One JSON value a line; a value that holds a list under `wrapper` stands for the elements of the list. */
export async function* lineRecords(bytes: AsyncIterable<Buffer>, read: Read, wrapper?: string): AsyncGenerator<ParsedRecord> {
  const splitter = new LineSplitter();
  let empty = true;
  for await (const chunk of bytes) {
    for (const line of splitter.push(chunk)) {
      empty = false;
      yield* recordsOfLine(line, read, wrapper);
    }
  }
  for (const line of splitter.end()) {
    empty = false;
    yield* recordsOfLine(line, read, wrapper);
  }
  if (empty) throw new FormatError('The file is empty.');
}

/** The values at one path of a JSON document. */
export async function* elementRecords(
  bytes: AsyncIterable<Buffer>,
  selectors: readonly string[],
  read: Read,
): AsyncGenerator<ParsedRecord> {
  const splitter = new JsonSplitter(selectors);
  for await (const chunk of bytes) {
    for (const piece of splitter.push(chunk)) {
      const record = pieceRecord(piece, read);
      if (record) yield record;
    }
  }
  splitter.end();
}

/** JSON lines, an array of records, or records one after the other. */
export async function* linesOrElements(bytes: AsyncIterable<Uint8Array>, read: Read): AsyncGenerator<ParsedRecord> {
  const file = await documentShape(plainBytes(bytes));
  if (file.shape === 'lines') yield* lineRecords(file.bytes, read);
  else yield* elementRecords(file.bytes, ['', '[*]'], read);
}

export function pieceRecord(piece: JsonPiece, read: Read): ParsedRecord | undefined {
  const path = pathOf(piece.selector, piece.indices);
  const place = path === '' ? '' : `${path}: `;
  if ('problem' in piece) return { line: piece.line, rejected: `${place}${piece.problem}` };
  const { line, bytes } = piece;
  return attempt(line, place, () => read(parseJson(bytes)));
}

function recordsOfLine(line: Line, read: Read, wrapper: string | undefined): ParsedRecord[] {
  if ('problem' in line) return [{ line: line.line, rejected: line.problem }];
  let list: unknown[] | undefined;
  const record = attempt(line.line, '', () => {
    const value = parseJsonLine(line.bytes);
    list = wrapper === undefined ? undefined : listIn(value, wrapper);
    return list ? undefined : read(value);
  });
  if (!list) return record ? [record] : [];
  return list.map((value, index) => attempt(line.line, `${wrapper}[${index}]: `, () => read(value))).filter((found) => found !== undefined);
}

function listIn(value: unknown, member: string): unknown[] | undefined {
  const list = asRecord(value)?.[member];
  return Array.isArray(list) ? list : undefined;
}

function attempt(line: number, place: string, read: () => ObservationDraft | undefined): ParsedRecord | undefined {
  try {
    const draft = read();
    return draft && { line, draft };
  } catch (error) {
    if (error instanceof RecordError) return { line, rejected: `${place}${error.message}` };
    throw error;
  }
}
