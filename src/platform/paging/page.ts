import type { CursorBinding, CursorSealer, Place } from './cursor';
import { pageSize, type PageRequest } from '#platform/paging/page.dto'; // by alias, so on first use: commands that page nothing need no DTO

/** Spread into the response; empty on the last page. */
export interface NextPage {
  nextCursor?: string;
}

/** One page of a list: its start, its size, and the cursor of the next page. */
export class Page {
  readonly limit: number;
  /** Rows to skip; 0 with a cursor. */
  readonly offset: number;
  /** The sort keys of the last row of the previous page, from the cursor. */
  readonly place: Place | undefined;

  constructor(
    private readonly sealer: CursorSealer,
    private readonly binding: CursorBinding,
    { cursor, offset, limit }: PageRequest,
  ) {
    this.place = cursor ? sealer.open(binding, cursor) : undefined;
    this.offset = cursor ? 0 : (offset ?? 0);
    this.limit = pageSize(limit);
  }

  /** Rows to read: one more than the page, to detect a next page. */
  get fetched(): number {
    return this.limit + 1;
  }

  /** The same, rounded up to one of a few page sizes, which limits the number of prepared statements. */
  fetchedOf(sizes: readonly number[]): number {
    return (sizes.find((size) => size >= this.limit) ?? this.limit) + 1;
  }

  /** Separates the rows of this page from those read beyond it. */
  cut<Row>(rows: readonly Row[], placeOf: (row: Row) => Place): { shown: Row[]; next: NextPage } {
    const shown = rows.slice(0, this.limit);
    const last = rows.length > this.limit ? shown.at(-1) : undefined;
    return { shown, next: last === undefined ? {} : this.after(placeOf(last)) };
  }

  /** The cursor of the page that starts after a row. */
  after(place: Place): NextPage {
    return { nextCursor: this.sealer.seal(this.binding, place) };
  }
}

/** The cursor as a JSON member, with a leading comma. */
export function nextPageJson({ nextCursor }: NextPage): string {
  return nextCursor === undefined ? '' : `,"nextCursor":"${nextCursor}"`;
}
