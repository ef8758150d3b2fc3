import { isoTime } from '#platform/database/iso-time';
import type { RowSink } from '#platform/database/row-sink';
import type { WireRow } from '#platform/database/wire-row';

/** An entry of the feed. A page that is not full ends with an entry of kind 0, which says where to continue. */
export interface Entry {
  position: number;
  set: string;
  changedAt: string;
  kind: number;
  id: string;
  key: string;
  isRemoved: boolean;
}

/** The columns that FeedEntries reads. */
export const ENTRY_COLUMNS = 'position, set_id, committed_at, kind, resource_id, resource_key, is_removed';
const COLUMN = { position: 0, set: 1, committedAt: 2, kind: 3, id: 4, key: 5, isRemoved: 6 } as const;

/** Entries of a page, as its rows arrive. Most have the set of the entry before: what belongs to the set is decoded once. */
export class FeedEntries implements RowSink {
  readonly all: Entry[] = [];

  onBegin(): void {
    this.all.length = 0;
  }

  onRow(row: WireRow): void {
    const position = row.numberOf(COLUMN.position);
    const before = this.all.at(-1);
    const { set, changedAt } = before?.position === position ? before : setOf(row);
    const id = row.textOf(COLUMN.id) ?? '';
    const key = row.textOf(COLUMN.key) ?? id;
    this.all.push({ position, set, changedAt, kind: row.numberOf(COLUMN.kind), id, key, isRemoved: row.textOf(COLUMN.isRemoved) === 't' });
  }
}

function setOf(row: WireRow): Pick<Entry, 'set' | 'changedAt'> {
  const committedAt = row.textOf(COLUMN.committedAt);
  return { set: row.textOf(COLUMN.set) ?? '', changedAt: committedAt === null ? '' : isoTime(committedAt) };
}
