import { Int32, Text } from '#platform/http/fields';

export const USUAL_PAGE = 50;
export const LARGEST_PAGE = 200;

/** The paging fields of every list. */
export class PageRequest {
  @Int32({
    optional: true,
    example: 50,
    description: `Rows per page: ${USUAL_PAGE} when unset or 0, at most ${LARGEST_PAGE} (more is clamped).`,
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
  return limit === undefined || limit === 0 ? USUAL_PAGE : Math.min(limit, LARGEST_PAGE);
}
