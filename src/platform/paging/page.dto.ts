import { Int32, Text } from '#platform/http/fields';

export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 200;

/** The paging fields of every list. */
export class PageRequest {
  @Int32({
    optional: true,
    example: 50,
    description: `Rows per page: ${DEFAULT_PAGE} when unset or 0, at most ${MAX_PAGE} (more is clamped).`,
  })
  limit?: number;

  @Int32({ optional: true, example: 0, description: 'Rows to skip, from 0. Ignored when cursor is given.' })
  offset?: number;

  @Text({
    optional: true,
    max: 4096,
    description: 'nextCursor of the page before; empty or unset is the first page. Expires after 24 hours.',
  })
  cursor?: string;
}

/** Rows a page holds. */
export function pageSize(limit: number | undefined): number {
  return limit === undefined || limit === 0 ? DEFAULT_PAGE : Math.min(limit, MAX_PAGE);
}
