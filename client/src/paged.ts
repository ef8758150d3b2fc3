interface Page {
  nextCursor?: string | undefined;
  hasMore?: boolean;
}

/** A list: iterate over its rows or its pages. Pages are fetched on demand. */
export class Paged<Row, Result> implements AsyncIterable<Row> {
  constructor(
    private readonly fetchPage: (cursor: string | undefined) => Promise<Result>,
    private readonly rows: string,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.pages()) yield* (page as Record<string, Row[]>)[this.rows] ?? [];
  }

  /** The pages as the service returns them, with counts and other fields. */
  async *pages(): AsyncGenerator<Result, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.fetchPage(cursor);
      yield page;
      const { nextCursor, hasMore } = page as Page;
      cursor = hasMore === false ? undefined : nextCursor;
    } while (cursor !== undefined);
  }

  /** Only the first page. */
  page(): Promise<Result> {
    return this.fetchPage(undefined);
  }

  /** All rows in memory. Fails above `max`, so that nobody loads a million rows by accident. */
  async toArray(max = 10_000): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const row of this) {
      if (rows.length === max) throw new RangeError(`The list has more than ${max} rows.`);
      rows.push(row);
    }
    return rows;
  }
}
