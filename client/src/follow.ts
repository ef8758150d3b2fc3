import type { CallOptions } from './call-options.ts';
import type { Request, Result, Row } from './operation-types.ts';
import { wait } from './retry.ts';

export type Change = Row<'GetChanges', 'changes'>;

/** Where a follower stores its position, to continue after a restart. */
export interface Position {
  load(): string | undefined | Promise<string | undefined>;
  save(cursor: string): void | Promise<void>;
}

export interface FollowRequest extends Omit<Request<'GetChanges'>, 'cursor'> {
  /** Unset: the position is lost when the process ends. */
  position?: Position;
  /** How long to wait when there is nothing new. */
  pollMs?: number;
}

type GetPage = (request: Request<'GetChanges'>, options: CallOptions) => Promise<Result<'GetChanges'>>;

/**
 * Every change, in the order of the feed, endlessly. The position is saved after all changes of a page were processed: after a crash the
 * last page is delivered again, and nothing is lost.
 */
export async function* follow(getPage: GetPage, request: FollowRequest, options: CallOptions): AsyncGenerator<Change, void, undefined> {
  const { position, pollMs = 5000, start, ...rest } = request;
  let cursor = await position?.load();
  for (;;) {
    const page = await getPage({ ...rest, ...(cursor === undefined ? { start } : { cursor }) }, options);
    yield* page.changes;
    if (page.nextCursor !== cursor) await position?.save(page.nextCursor);
    cursor = page.nextCursor;
    if (!page.hasMore) await wait(pollMs * (0.9 + Math.random() * 0.2), options.signal);
  }
}
