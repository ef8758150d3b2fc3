import type { Column } from './columns';
import type { Table } from './convert.task';
import { valueAt } from './value-at';

/** Spreadsheets would read such text as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** An RFC 4180 table with a header. An absent value is an empty cell. */
export class CsvTable implements Table {
  private text: string;

  constructor(private readonly columns: readonly Column[]) {
    this.text = `${columns.map(({ name }) => csvText(name)).join(',')}\r\n`;
  }

  add(row: Record<string, unknown>): void {
    const cells = this.columns.map(({ path }) => csvCell(valueAt(row, path)));
    this.text += `${cells.join(',')}\r\n`;
  }

  ready(): Uint8Array {
    const bytes = Buffer.from(this.text);
    this.text = '';
    return bytes;
  }

  end(): Uint8Array {
    return this.ready();
  }
}

export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return csvText(value);
  const json = JSON.stringify(value);
  return typeof value === 'object' ? csvText(json) : json;
}

function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
