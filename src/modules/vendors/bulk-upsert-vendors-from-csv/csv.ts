import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import type { Enumeration } from '#platform/http/enumeration';
import { normalizeDomain } from '#platform/domains/domain-name';
import { nextTurn, Slices } from '#platform/http/next-turn';
import { toUtc } from '#platform/http/rfc3339';
import type { StoredFields } from '../vendor-fields';
import { CellCount } from './cell-count';
import { ACCESS_TYPE, BUSINESS_IMPACT, DATA_REGION, DATA_TYPE_SHARED, RISK_LEVEL } from '../vendor.enums';

const MAX_BYTES = 5 * 1024 * 1024;
/** Body limit: JSON escapes can triple the size of the file. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
export const MAX_ROWS = 10_000;
const MAX_TEXT = 255;
/** Longer than a list of all members of any enumeration. */
const MAX_CELL = 4096;
/** A record with more cells is refused. */
const MAX_CELLS = 1000;
/** Work between two yields to the event loop, in characters (parser) or steps, of which a record takes many. */
const PARSED_AT_ONCE = 16_384;
const SLICE = 50_000;
const COST_OF_RECORD = 250;
const GREATEST_INT64 = 9_223_372_036_854_775_807n;

/** The filled-in cells of a row, in their stored form. */
export type FileColumns = Omit<StoredFields, 'contacts'> & { companyName?: string; isMonitored?: boolean };

type RejectionCode =
  | 'MISSING_DOMAIN'
  | 'INVALID_DOMAIN'
  | 'INVALID_ENUM'
  | 'INVALID_NUMBER'
  | 'INVALID_DATE'
  | 'INVALID_BOOLEAN'
  | 'FIELD_TOO_LONG'
  | 'COLUMN_COUNT_MISMATCH';

interface Refusal {
  code: RejectionCode;
  message: string;
}

export interface ValidRow {
  rowIndex: number;
  outcome: 'valid';
  domainName: string;
  columns: FileColumns;
}

export type CsvRow =
  | ValidRow
  | ({ rowIndex: number; outcome: 'rejected'; /** Set when the cell can be parsed. */ domainName?: string } & Refusal)
  | { rowIndex: number; outcome: 'skipped'; code: 'DUPLICATE_ROW'; message: string; domainName: string };

type Reading<T> = { value: T | undefined } | Refusal;

interface Column {
  field: 'domainName' | keyof FileColumns;
  read: (cell: string) => Reading<unknown>;
}

const COLUMNS: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['domain_name', { field: 'domainName', read: readDomain }],
  ['company_name', { field: 'companyName', read: readText }],
  ['vendor_id', { field: 'vendorRef', read: readText }],
  ['is_monitored', { field: 'isMonitored', read: readBoolean }],
  ['risk_level', { field: 'riskLevel', read: (cell) => readMember(RISK_LEVEL, cell) }],
  ['business_impact', { field: 'businessImpact', read: (cell) => readMember(BUSINESS_IMPACT, cell) }],
  ['data_types_shared', { field: 'dataTypesShared', read: (cell) => readMembers(DATA_TYPE_SHARED, cell) }],
  ['access_types', { field: 'accessTypes', read: (cell) => readMembers(ACCESS_TYPE, cell) }],
  ['contract_value', { field: 'contractValue', read: readInt64 }],
  ['contract_end_date', { field: 'contractEndDate', read: readDate }],
  ['data_region', { field: 'dataRegion', read: (cell) => readMember(DATA_REGION, cell) }],
]);

type NamedColumn = Column & { name: string };

/** Cells of these columns rarely repeat within a file. Cells of all other columns do, so their parsed values are cached. */
const DISTINCT: ReadonlySet<Column['field']> = new Set(['domainName', 'companyName', 'vendorRef', 'contractValue']);

type Read = { rows: CsvRow[] } | { problems: string[] };

/** Parses a vendor file. A problem of the whole file returns only problems; an invalid row does not affect the others. */
export async function readVendorCsv(csv: string): Promise<Read> {
  if (Buffer.byteLength(csv) > MAX_BYTES) return { problems: [`The file is larger than ${MAX_BYTES / 1024 / 1024} MiB.`] };
  if (/\0|[\uD800-\uDFFF]/u.test(csv)) return { problems: ['The file contains a NUL character or an unpaired surrogate.'] };
  await nextTurn();

  const text = csv.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(text);
  try {
    // A file without quotes needs no parser: splitting it is about twenty times faster.
    return await readRecords(text.includes('"') ? parseRecords(text, delimiter) : splitRecords(text, delimiter));
  } catch (error) {
    return { problems: [await quoteProblem(text, error)] };
  }
}

/** No column name contains a delimiter, so the most frequent one in the header is the file's. */
function delimiterOf(text: string): string {
  const [header = ''] = text.trimStart().slice(0, MAX_CELL).split('\n', 1);
  const uses = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) => (uses(delimiter) > uses(best) ? delimiter : best));
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

class TooManyCells extends Error {}

/** Replaces runs of empty lines. */
const EMPTY_LINES: string[] = [];

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

async function quoteProblem(text: string, error: unknown): Promise<string> {
  if (error instanceof TooManyCells) return `A row has more than ${MAX_CELLS} cells.`;
  const { code, lines } = error as { code?: unknown; lines?: unknown };
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `The quote opened on line ${await openQuoteLine(text)} is never closed.`;
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE') {
    return `A stray quote on line ${String(lines)}: quote the whole cell and double the quotes inside it.`;
  }
  throw error;
}

/** The parser reports only the last line it saw. Quotes before the open cell come in pairs; a doubled quote belongs to its cell. */
async function openQuoteLine(text: string): Promise<number> {
  const slices = new Slices(SLICE);
  let opened = -1;
  let closed = -2;
  let open = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (open) closed = at;
    else if (at !== closed + 1) opened = at;
    open = !open;
    const pause = slices.spend(1);
    if (pause) await pause;
  }
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < opened; at = text.indexOf('\n', at + 1)) {
    line += 1;
    const pause = slices.spend(1);
    if (pause) await pause;
  }
  return line;
}

function headerProblems(names: string[]): string[] {
  // With a wrong delimiter or line ending, the "header" can be the whole file: report it once, not per column.
  if (names.length > 2 * COLUMNS.size) return [`The header has ${names.length} columns; ${COLUMNS.size} are known.`];

  const problems = new Set<string>();
  names.forEach((name, index) => {
    if (name === '') problems.add(`Column ${index + 1} has no name.`);
    else if (!COLUMNS.has(name)) problems.add(`Unknown column ${quoted(name)}.`);
    else if (names.indexOf(name) !== index) problems.add(`Column ${quoted(name)} appears twice.`);
  });
  if (!names.includes('domain_name')) problems.add('The column "domain_name" is missing.');
  return [...problems];
}

async function readRecords(records: AsyncIterable<string[]> | Iterable<string[]>): Promise<Read> {
  const slices = new Slices(SLICE);
  let columns: NamedColumn[] | undefined;
  const rows: CsvRow[] = [];
  const firstRows = new Map<string, number>();
  for await (const cells of records) {
    const pause = slices.spend(cells === EMPTY_LINES ? SLICE : COST_OF_RECORD);
    if (pause) await pause;
    if (cells === EMPTY_LINES) continue;
    if (columns === undefined) {
      const names = cells.slice(0, MAX_CELLS).map((name) => name.trim().toLowerCase());
      const problems = headerProblems(names);
      if (problems.length > 0) return { problems };
      columns = names.map(columnOf);
    } else if (rows.length === MAX_ROWS) {
      return { problems: [`The file has more than ${MAX_ROWS} rows.`] };
    } else {
      rows.push(readRow(rows.length + 1, columns, cells, firstRows));
    }
  }
  return columns ? { rows } : { problems: ['The file has no header row.'] };
}

function columnOf(name: string): NamedColumn {
  const { field, read } = COLUMNS.get(name) as Column;
  return { name, field, read: DISTINCT.has(field) ? read : remembered(read) };
}

function remembered(read: Column['read']): Column['read'] {
  const readings = new Map<string, Reading<unknown>>();
  return (cell) => {
    const known = readings.get(cell);
    if (known !== undefined) return known;
    const reading = read(cell);
    readings.set(cell, reading);
    return reading;
  };
}

function readRow(rowIndex: number, columns: NamedColumn[], cells: string[], firstRows: Map<string, number>): CsvRow {
  const read = readCells(columns, cells);
  if ('code' in read) {
    const known = domainIn(columns, cells);
    return { rowIndex, outcome: 'rejected', code: read.code, message: read.message, ...(known !== undefined && { domainName: known }) };
  }

  const { domainName } = read;
  const first = firstRows.get(domainName);
  if (first !== undefined) {
    return {
      rowIndex,
      outcome: 'skipped',
      code: 'DUPLICATE_ROW',
      message: `Row ${first} of this file already has ${domainName}.`,
      domainName,
    };
  }
  firstRows.set(domainName, rowIndex);
  return { rowIndex, outcome: 'valid', domainName, columns: read.columns };
}

/** The domain of a row that is invalid elsewhere; unknown when its number of cells is wrong. */
function domainIn(columns: NamedColumn[], cells: string[]): string | undefined {
  if (cells.length !== columns.length) return undefined;
  const read = normalizeDomain(cells[columns.findIndex(({ field }) => field === 'domainName')] ?? '');
  return 'domain' in read ? read.domain : undefined;
}

function readCells(columns: NamedColumn[], cells: string[]): Pick<ValidRow, 'domainName' | 'columns'> | Refusal {
  if (cells.length !== columns.length) {
    return { code: 'COLUMN_COUNT_MISMATCH', message: `The row has ${cells.length} cells, the header ${columns.length}.` };
  }
  const values: Partial<Record<keyof FileColumns, unknown>> = {};
  let domainName: string | undefined;
  let index = 0;
  for (const { name, field, read } of columns) {
    const cell = (cells[index++] as string).trim();
    if (cell === '') continue;
    const reading = read(cell);
    if ('code' in reading) return { code: reading.code, message: `${name}: ${reading.message}` };
    if (field === 'domainName') domainName = reading.value as string;
    else if (reading.value !== undefined) values[field] = reading.value;
  }
  if (domainName === undefined) return { code: 'MISSING_DOMAIN', message: 'domain_name: the cell is empty.' };
  return { domainName, columns: values as FileColumns };
}

function readDomain(cell: string): Reading<string> {
  const result = normalizeDomain(cell);
  return 'domain' in result
    ? { value: result.domain }
    : { code: 'INVALID_DOMAIN', message: `${quoted(cell)} is not a company's domain. ${result.problem}` };
}

function readText(cell: string): Reading<string> {
  // A character outside the Basic Multilingual Plane counts once, as in the database.
  if (cell.length > MAX_TEXT && (cell.length > 2 * MAX_TEXT || [...cell].length > MAX_TEXT)) {
    return { code: 'FIELD_TOO_LONG', message: `longer than ${MAX_TEXT} characters.` };
  }
  return { value: cell };
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

function readBoolean(cell: string): Reading<boolean> {
  const value = BOOLEANS.get(cell.toLowerCase());
  return value === undefined
    ? { code: 'INVALID_BOOLEAN', message: `${quoted(cell)} is not one of true, false, yes, no, 1, 0.` }
    : { value };
}

function readMember(members: Enumeration, cell: string): Reading<number> {
  const read = readMembers(members, cell, [cell]);
  return 'code' in read ? read : { value: read.value?.[0] };
}

function readMembers(members: Enumeration, cell: string, names?: string[]): Reading<number[]> {
  if (cell.length > MAX_CELL) return { code: 'FIELD_TOO_LONG', message: `longer than ${MAX_CELL} characters.` };
  const values = new Set<number>();
  for (const name of (names ?? cell.split('|')).map((each) => each.trim()).filter((each) => each !== '')) {
    const member = members.parse(name);
    if (member !== undefined) values.add(members.toNumber(member));
    else if (!isUnspecified(members, name)) {
      return { code: 'INVALID_ENUM', message: `${quoted(name)} is not one of ${members.short.join(', ')}.` };
    }
  }
  return { value: values.size > 0 ? [...values] : undefined };
}

/** UNSPECIFIED means "unset" on input, which in a file is an empty cell. */
function isUnspecified(members: Enumeration, name: string): boolean {
  const upper = name.toUpperCase();
  return upper === 'UNSPECIFIED' || upper === members.unspecified;
}

function readInt64(cell: string): Reading<string> {
  const value = /^\d{1,30}$/.test(cell) ? BigInt(cell) : undefined;
  return value === undefined || value > GREATEST_INT64
    ? { code: 'INVALID_NUMBER', message: `${quoted(cell)} is not a whole number from 0 to ${GREATEST_INT64}.` }
    : { value: value.toString() };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function readDate(cell: string): Reading<Date> {
  const instant = toUtc(DAY.test(cell) ? `${cell}T00:00:00Z` : cell, { lenient: true });
  return instant === undefined
    ? { code: 'INVALID_DATE', message: `${quoted(cell)} is neither a date such as 2030-12-31 nor an RFC 3339 date-time.` }
    : { value: new Date(instant) };
}

function quoted(cell: string): string {
  const characters = [...cell.slice(0, 120)];
  return JSON.stringify(characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : cell);
}
