import { readListRequest } from '#modules/observations/list-request';
import { OBSERVATION_SORTS } from '#modules/observations/search/sorts';
import { Organizations } from '#platform/auth/organizations';
import { Cursors } from '#platform/paging/cursors';
import type { ObservationMode } from '#shared/observation.enums';
import { adminCaller } from '../src/admin/admin-caller';
import type { BenchClient } from './client';
import type { Environment } from './environment';

/** A page of a list. */
export interface ListPage {
  name: string;
  request: object;
}

/** A sort order of the observations. */
export interface ListOrder {
  name: string;
  /** The request of the first page without filters. */
  unfiltered: object;
  /** The first page with these filters, one in the middle of the unfiltered list and the last one, as far as they exist. */
  pages: (filters: object[]) => Promise<ListPage[]>;
}

type Sort = keyof typeof OBSERVATION_SORTS;
interface List {
  mode: ObservationMode;
  sortField: Sort;
  sortOrder: 'SORT_ORDER_ASC' | 'SORT_ORDER_DESC';
  filters?: object[];
}

/** Rows on the last page, fewer than a page has. */
const LAST_ROWS = 30;
const UNCOUNTED = { countMode: 'TOTAL_COUNT_MODE_NONE' };

/** Every order. The service's own code signs the cursors of later pages: following thousands of pages to get there would take hours. */
export async function listOrders(
  environment: Environment,
  client: BenchClient,
  mode: ObservationMode = 'OBSERVATION_MODE_OPEN',
): Promise<ListOrder[]> {
  const caller = adminCaller(await environment.application.get(Organizations).get(client.domain), 'bench');
  const sealer = await environment.application.get(Cursors).opener();
  const bindingOf = (list: List) => readListRequest('GetObservations', caller, list, 'firstSeen').binding;
  const read = async (request: object) =>
    JSON.parse((await client.exchange('POST', 'observations', request)).toString()) as { totalCount: string; nextCursor?: string };
  /** The cursor of a row, in a list that contains it. */
  const moved = (cursor: string, from: List, to: List) => sealer.seal(bindingOf(to), sealer.open(bindingOf(from), cursor));

  const { totalCount } = await read({ mode, countMode: 'TOTAL_COUNT_MODE_EXACT', limit: 1 });
  const middle = Math.floor(Number(totalCount) / 2);
  const orders: ListOrder[] = [];
  for (const sortField of Object.keys(OBSERVATION_SORTS) as Sort[])
    for (const sortOrder of ['SORT_ORDER_DESC', 'SORT_ORDER_ASC'] as const) {
      const unfiltered: List = { mode, sortField, sortOrder };
      const { nextCursor: half } = await read({ ...unfiltered, ...UNCOUNTED, limit: 1, offset: middle });
      const pages = async (filters: object[]): Promise<ListPage[]> => {
        const list: List = { ...unfiltered, filters };
        const first = { name: 'first page', request: list };
        if ((await read({ ...list, ...UNCOUNTED })).nextCursor === undefined) return [first];
        // A cursor has the place of a match. From the middle of the unfiltered list, the next match is looked for first.
        const { nextCursor } = await read({ ...list, ...UNCOUNTED, limit: 1, cursor: moved(half as string, unfiltered, list) });
        const reversed: List = { ...list, sortOrder: sortOrder === 'SORT_ORDER_ASC' ? 'SORT_ORDER_DESC' : 'SORT_ORDER_ASC' };
        const end = await read({ ...reversed, ...UNCOUNTED, limit: LAST_ROWS });
        return [
          first,
          ...(nextCursor === undefined ? [] : [{ name: 'from the middle', request: { ...list, cursor: nextCursor } }]),
          { name: 'last page', request: { ...list, cursor: moved(end.nextCursor as string, reversed, list) } },
        ];
      };
      orders.push({ name: `by ${sortField} ${sortOrder === 'SORT_ORDER_ASC' ? 'ascending' : 'descending'}`, unfiltered, pages });
    }
  return orders;
}
