import { Int32, Text } from '#platform/fields/fields';

export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 200;

/** The paging fields of every list. */
export class PageRequest {
  @Int32({
    optional: true,
    example: 50,
    description: `Rows per page: ${DEFAULT_PAGE} by default or with 0, at most ${MAX_PAGE} (larger values are clamped).`,
  })
  limit?: number;

  @Int32({ optional: true, example: 0, description: 'Rows to skip, from 0. Ignored when cursor is given.' })
  offset?: number;

  @Text({
    optional: true,
    max: 4096,
    description: 'nextCursor of the previous page; empty or absent for the first page. Expires after 24 hours.',
  })
  cursor?: string;
}

/** Number of rows per page. */
export function pageSize(limit: number | undefined): number {
  return limit === undefined || limit === 0 ? DEFAULT_PAGE : Math.min(limit, MAX_PAGE);
}
