import type { CursorBinding, CursorSealer, Place } from './cursor';
import { pageSize, type PageRequest } from './page.dto';

/** Goes into a response as it is: empty on the last page. */
export interface NextPage {
  nextCursor?: string;
}

/** One page of a list: where it starts, how many rows it shows, and the cursor of the page after it. */
export class Page {
  readonly limit: number;
  /** Rows to skip: none when a cursor says where to continue. */
  readonly offset: number;
  /** The last row of the page before, when there is one. */
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

  /** Rows to read: the one after the page shows that there is a next page. */
  get fetched(): number {
    return this.limit + 1;
  }

  /** The same for the smallest of a few sizes that holds the page: fewer sizes mean fewer statements to keep prepared. */
  fetchedOf(sizes: readonly number[]): number {
    return (sizes.find((size) => size >= this.limit) ?? this.limit) + 1;
  }

  /** Separates the rows of this page from those read beyond it. */
  cut<Row>(rows: readonly Row[], placeOf: (row: Row) => Place): { shown: Row[]; next: NextPage } {
    const shown = rows.slice(0, this.limit);
    const last = rows.length > this.limit ? shown.at(-1) : undefined;
    return { shown, next: last === undefined ? {} : this.after(placeOf(last)) };
  }

  /** The page that starts after a place. */
  after(place: Place): NextPage {
    return { nextCursor: this.sealer.seal(this.binding, place) };
  }
}

/** The member of a rendered response, with its comma. */
export function nextPageJson({ nextCursor }: NextPage): string {
  return nextCursor === undefined ? '' : `,"nextCursor":"${nextCursor}"`;
}
