import { normalizeDomain } from '#platform/domains/domain-name';
import { nextTurn, Slices } from '#platform/time/next-turn';
import { delimiterOf } from '#platform/import/csv-delimiter';
import type { StoredFields } from '../vendor-fields';
import { ACCESS_TYPE, BUSINESS_IMPACT, DATA_REGION, DATA_TYPE_SHARED, RISK_LEVEL } from '../vendor.enums';
import {
  quoted,
  readBoolean,
  readDate,
  readDomain,
  readInt64,
  readMember,
  readMembers,
  readText,
  type Reading,
  type Refusal,
} from './csv-cells';
import { quoteProblem } from './csv-quotes';
import { EMPTY_LINES, MAX_BYTES, MAX_CELLS, MAX_ROWS, recordsOf, SLICE } from './csv-records';

/** Steps that a record takes; the reader yields to other tasks of its thread every SLICE steps. */
const COST_OF_RECORD = 250;

/** The filled-in cells of a row, in their stored form. */
export type FileColumns = Omit<StoredFields, 'contacts'> & { companyName?: string; isMonitored?: boolean };

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

/**
 * Parses a vendor file. A problem of the whole file returns only problems; an invalid row does not affect the others. It yields to other
 * tasks of its thread: a file can take two seconds, and by default a process has one thread, which also parses bodies of calls.
 */
export async function readVendorCsv(csv: string): Promise<Read> {
  if (Buffer.byteLength(csv) > MAX_BYTES) return { problems: [`The file is larger than ${MAX_BYTES / 1024 / 1024} MiB.`] };
  if (/\0|[\uD800-\uDFFF]/u.test(csv)) return { problems: ['The file contains a NUL character or an unpaired surrogate.'] };
  await nextTurn();

  const text = csv.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(text);
  try {
    return await readRecords(recordsOf(text, delimiter));
  } catch (error) {
    return { problems: [await quoteProblem(text, error)] };
  }
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
