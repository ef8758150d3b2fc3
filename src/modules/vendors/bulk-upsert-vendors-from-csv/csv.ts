import { parse } from 'csv-parse/sync';
import type { Enumeration } from '#platform/http/enumeration';
import { normalizeDomain } from '#platform/domains/domain-name';
import {
  ACCESS_TYPE,
  BUSINESS_IMPACT,
  DATA_REGION,
  DATA_TYPE_SHARED,
  RISK_LEVEL,
  type AccessType,
  type BusinessImpact,
  type DataRegion,
  type DataTypeShared,
  type RiskLevel,
} from '../vendor.enums';

export const MOST_BYTES = 5 * 1024 * 1024;
export const MOST_ROWS = 10_000;
const LONGEST_TEXT = 255;
const GREATEST_INT64 = 9_223_372_036_854_775_807n;

/** What one row says about a vendor: only the cells that were filled in. */
export interface CsvVendor {
  domainName: string;
  companyName?: string;
  vendorId?: string;
  isMonitored?: boolean;
  riskLevel?: RiskLevel;
  businessImpact?: BusinessImpact;
  dataTypesShared?: readonly DataTypeShared[];
  accessTypes?: readonly AccessType[];
  /** int64 as text, not negative. */
  contractValue?: string;
  /** RFC 3339, UTC, milliseconds. */
  contractEndDate?: string;
  dataRegion?: DataRegion;
}

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

export type CsvRow =
  | { rowIndex: number; outcome: 'valid'; fields: CsvVendor }
  | ({ rowIndex: number; outcome: 'rejected' } & Refusal)
  | { rowIndex: number; outcome: 'skipped'; code: 'DUPLICATE_ROW'; message: string };

type Reading<T> = { value: T | undefined } | Refusal;

interface Column {
  field: keyof CsvVendor;
  read: (cell: string) => Reading<unknown>;
}

const COLUMNS: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['domain_name', { field: 'domainName', read: readDomain }],
  ['company_name', { field: 'companyName', read: readText }],
  ['vendor_id', { field: 'vendorId', read: readText }],
  ['is_monitored', { field: 'isMonitored', read: readBoolean }],
  ['risk_level', { field: 'riskLevel', read: (cell) => readMember(RISK_LEVEL, cell) }],
  ['business_impact', { field: 'businessImpact', read: (cell) => readMember(BUSINESS_IMPACT, cell) }],
  ['data_types_shared', { field: 'dataTypesShared', read: (cell) => readMembers(DATA_TYPE_SHARED, cell) }],
  ['access_types', { field: 'accessTypes', read: (cell) => readMembers(ACCESS_TYPE, cell) }],
  ['contract_value', { field: 'contractValue', read: readInt64 }],
  ['contract_end_date', { field: 'contractEndDate', read: readDate }],
  ['data_region', { field: 'dataRegion', read: (cell) => readMember(DATA_REGION, cell) }],
]);

/** Cells of these columns seldom repeat within a file; all others do, and are read once. */
const DISTINCT: ReadonlySet<keyof CsvVendor> = new Set(['domainName', 'companyName', 'vendorId', 'contractValue']);

/** Reads a vendor file. A fault of the file as a whole gives only problems; a fault of one row harms no other row. */
export function readVendorCsv(csv: string): { rows: CsvRow[] } | { problems: string[] } {
  if (Buffer.byteLength(csv) > MOST_BYTES) return { problems: [`The file is larger than ${MOST_BYTES / 1024 / 1024} MiB.`] };
  if (/\0|[\uD800-\uDFFF]/u.test(csv)) return { problems: ['The file holds a NUL character or an unpaired surrogate.'] };

  const text = csv.replace(/^\uFEFF/, '');
  const found = recordsOf(text, delimiterOf(text));
  if ('problem' in found) return { problems: [found.problem] };

  const [header, ...records] = found.records;
  if (header === undefined) return { problems: ['The file has no header row.'] };
  if (records.length > MOST_ROWS) return { problems: [`The file has more than ${MOST_ROWS} rows.`] };

  const names = header.map((name) => name.trim().toLowerCase());
  const problems = headerProblems(names);
  return problems.length > 0 ? { problems } : { rows: readRows(names, records) };
}

/** No column name holds a delimiter, so the one the header uses most is the file's. */
function delimiterOf(text: string): string {
  const [header = ''] = text.trimStart().split('\n', 1);
  const uses = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) => (uses(delimiter) > uses(best) ? delimiter : best));
}

function recordsOf(text: string, delimiter: string): { records: string[][] } | { problem: string } {
  // A file without quotes needs no parser, and splitting it is some twenty times faster.
  if (!text.includes('"')) return { records: splitRecords(text, delimiter) };
  try {
    const records = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      to: MOST_ROWS + 2,
    });
    return { records };
  } catch (error) {
    return { problem: quoteProblem(text, error) };
  }
}

function splitRecords(text: string, delimiter: string): string[][] {
  const records: string[][] = [];
  for (let start = 0; start < text.length && records.length < MOST_ROWS + 2;) {
    const newline = text.indexOf('\n', start);
    const line = newline < 0 ? text.slice(start) : text.slice(start, text[newline - 1] === '\r' ? newline - 1 : newline);
    if (line !== '') records.push(line.split(delimiter));
    start = newline < 0 ? text.length : newline + 1;
  }
  return records;
}

function quoteProblem(text: string, error: unknown): string {
  const { code, lines } = error as { code?: unknown; lines?: unknown };
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `The quote opened on line ${openQuoteLine(text)} is never closed.`;
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE') {
    return `A stray quote on line ${String(lines)}: a cell with quotes is quoted as a whole, its own quotes doubled.`;
  }
  throw error;
}

/** The parser only names the last line it saw. Everything before the open cell pairs up, a doubled quote being part of its cell. */
function openQuoteLine(text: string): number {
  let opened = -1;
  let closed = -2;
  let open = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (open) closed = at;
    else if (at !== closed + 1) opened = at;
    open = !open;
  }
  return text.slice(0, opened).split('\n').length;
}

function headerProblems(names: string[]): string[] {
  // With a delimiter or line end that is not one, the "header" can be the whole file: say so once, not per column.
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

function readRows(names: string[], records: string[][]): CsvRow[] {
  const columns = names.map((name) => {
    const { field, read } = COLUMNS.get(name) as Column;
    return { name, field, read: DISTINCT.has(field) ? read : remembered(read) };
  });
  const firstRows = new Map<string, number>();

  return records.map((cells, index): CsvRow => {
    const rowIndex = index + 1;
    const read = readRow(columns, cells);
    if ('code' in read) return { rowIndex, outcome: 'rejected', ...read };

    const first = firstRows.get(read.fields.domainName);
    if (first !== undefined) {
      const message = `Row ${first} of this file already gives ${read.fields.domainName}.`;
      return { rowIndex, outcome: 'skipped', code: 'DUPLICATE_ROW', message };
    }
    firstRows.set(read.fields.domainName, rowIndex);
    return { rowIndex, outcome: 'valid', fields: read.fields };
  });
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

function readRow(columns: (Column & { name: string })[], cells: string[]): { fields: CsvVendor } | Refusal {
  if (cells.length !== columns.length) {
    return { code: 'COLUMN_COUNT_MISMATCH', message: `The row has ${cells.length} cells, the header ${columns.length}.` };
  }
  const fields: Partial<Record<keyof CsvVendor, unknown>> = {};
  let index = 0;
  for (const { name, field, read } of columns) {
    const cell = (cells[index++] as string).trim();
    if (cell === '') continue;
    const reading = read(cell);
    if ('code' in reading) return { code: reading.code, message: `${name}: ${reading.message}` };
    if (reading.value !== undefined) fields[field] = reading.value;
  }
  if (fields.domainName === undefined) return { code: 'MISSING_DOMAIN', message: 'domain_name: the cell is empty.' };
  return { fields: fields as CsvVendor };
}

function readDomain(cell: string): Reading<string> {
  const result = normalizeDomain(cell);
  return 'domain' in result
    ? { value: result.domain }
    : { code: 'INVALID_DOMAIN', message: `${quoted(cell)} is not a company's domain. ${result.problem}` };
}

function readText(cell: string): Reading<string> {
  // A character beyond the basic plane counts once, as it does in the database.
  if (cell.length > LONGEST_TEXT && (cell.length > 2 * LONGEST_TEXT || [...cell].length > LONGEST_TEXT)) {
    return { code: 'FIELD_TOO_LONG', message: `longer than ${LONGEST_TEXT} characters.` };
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
  return value === undefined ? { code: 'INVALID_BOOLEAN', message: `${quoted(cell)} is none of true, false, yes, no, 1, 0.` } : { value };
}

function readMember(members: Enumeration, cell: string): Reading<string> {
  const read = readMembers(members, cell, [cell]);
  return 'code' in read ? read : { value: read.value?.[0] };
}

function readMembers(members: Enumeration, cell: string, names: string[] = cell.split('|')): Reading<string[]> {
  const values = new Set<string>();
  for (const name of names.map((each) => each.trim()).filter((each) => each !== '')) {
    const member = members.parse(name);
    if (member !== undefined) values.add(member);
    else if (!isUnspecified(members, name)) {
      return { code: 'INVALID_ENUM', message: `${quoted(name)} is none of ${members.short.join(', ')}.` };
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

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?)([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

function readDate(cell: string): Reading<string> {
  const value = instantOf(cell);
  return value === undefined
    ? { code: 'INVALID_DATE', message: `${quoted(cell)} is neither a date such as 2030-12-31 nor an RFC 3339 date-time.` }
    : { value };
}

function instantOf(cell: string): string | undefined {
  const [, day, time = '00:00:00', offset = 'Z'] = DATE.exec(cell) ?? [];
  if (day === undefined) return undefined;

  const midnight = new Date(`${day}T00:00:00Z`);
  // JavaScript turns 30 February into 2 March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return undefined;

  const instant = new Date(`${day}T${time}${offset.toUpperCase()}`).toISOString();
  // An offset can push the instant out of the years that four digits and the database can hold.
  return /^(?!0000)\d{4}-/.test(instant) ? instant : undefined;
}

function quoted(cell: string): string {
  const characters = [...cell.slice(0, 120)];
  return JSON.stringify(characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : cell);
}
