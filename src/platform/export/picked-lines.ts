import { pick } from '#platform/paging/pick';
import type { Table } from './convert.task';

/** JSON lines with only some fields, in the order of the list. */
export class PickedLines implements Table {
  private readonly wanted: ReadonlySet<string>;
  private text = '';

  constructor(fields: readonly string[]) {
    this.wanted = new Set(fields);
  }

  add(row: Record<string, unknown>): void {
    this.text += `${JSON.stringify(pick(row, this.wanted))}\n`;
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
