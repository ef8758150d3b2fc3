import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import { JsonText } from '#platform/http/json-text';
import { Cursors } from '#platform/paging/cursors';
import { nextPageJson, type Page } from '#platform/paging/page';
import { EVENT_COLUMNS, OWN_RESPONSE, renderEvent } from '../render-event';
import { visibleSql } from '../standing.sql';
import { viewAsked } from '../view';
import { compileFeedFilter, matchedSql, type FeedFilter } from '../feed-filter';
import type { GetSecurityEventsRequest, GetSecurityEventsResponse, SortField } from './get-security-events.dto';

export class GetSecurityEvents extends Query<JsonText<GetSecurityEventsResponse>> {
  constructor(
    readonly caller: Caller,
    readonly request: GetSecurityEventsRequest,
  ) {
    super();
  }
}

const SORTS: Readonly<Record<SortField, { key: string; type: string }>> = {
  publishedAt: { key: 'v.published_at', type: 'timestamptz' },
  updatedAt: { key: 'e.updated_at', type: 'timestamptz' },
  severity: { key: 'e.severity', type: 'smallint' },
  impactedCompanyCount: { key: '(v.confirmed + v.likely + v.possible - v.investigated_hit)', type: 'bigint' },
};
/** Few page sizes mean few prepared statements. */
const PAGE_SIZES = [10, 50, 200];

@QueryHandler(GetSecurityEvents)
export class GetSecurityEventsHandler implements IQueryHandler<GetSecurityEvents> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetSecurityEvents): Promise<JsonText<GetSecurityEventsResponse>> {
    const organization = caller.organizationId;
    const view = viewAsked(caller, request.view ?? 'SECURITY_EVENT_VIEW_VRM');
    const filters = request.filters ?? {};
    const filter = compileFeedFilter(filters, view);
    const sortField = request.sortField ?? 'publishedAt';
    const descending = request.sortOrder !== 'SORT_ORDER_ASC';
    const binding = [
      organization,
      'GetSecurityEvents',
      view.number,
      JSON.stringify([filter.where, filter.params]),
      sortField,
      Number(descending),
    ];
    const page = await this.cursors.page(binding, request);
    const statement = pageStatement(filter, view.number, sortField, descending, page);
    // Texts with filters are many; only the plain feed is worth keeping prepared.
    const prepared = filter.where.length === 0;
    const rows = await this.database.lists.readText(organization, statement.sql, [organization, ...statement.params], {
      prepared,
      plannedOnce: prepared,
    });
    const total = rows[0]?.at(-1) ?? (await this.count(organization, filter, view.number));

    const { shown, next } = page.cut(rows, (row) => row.slice(-3, -1) as string[]);
    return new JsonText(
      `{"securityEvents":[${shown.map((row) => renderEvent(row, view)).join(',')}],"totalCount":${total}${nextPageJson(next)}}`,
    );
  }

  /** After the last page there is no row with the total. */
  private async count(organization: string, filter: FeedFilter, view: number): Promise<string> {
    const sql = `WITH ${visibleSql(view)}, ${matchedSql(filter.where, 'NULL')} SELECT count(*) FROM matched`;
    const [row] = await this.database.lists.readText(organization, sql, [organization, ...filter.params]);
    return row?.[0] ?? '0';
  }
}

/** Counts the matches and selects the page in one statement; only the events of the page are read in full. Position (key, id) and total are the last columns. */
function pageStatement(
  filter: FeedFilter,
  view: number,
  sortField: SortField,
  descending: boolean,
  page: Page,
): { sql: string; params: unknown[] } {
  const { key, type } = SORTS[sortField];
  const order = descending ? 'DESC' : 'ASC';
  const { place, offset } = page;
  const params = new SqlParams(filter.params, 1);
  const from = place
    ? `WHERE (place, event_id) ${descending ? '<' : '>'} (${params.add(place[0], type)}, ${params.add(place[1], 'text')})`
    : '';
  const skip = offset > 0 ? ` OFFSET ${params.add(offset, 'bigint')}` : '';
  const sql = `
  WITH ${visibleSql(view)}, ${matchedSql(filter.where, key)}
  SELECT ${EVENT_COLUMNS}, v.place, v.event_id, (SELECT count(*) FROM matched)
    FROM (SELECT * FROM matched ${from} ORDER BY place ${order}, event_id ${order} LIMIT ${page.fetchedOf(PAGE_SIZES)}${skip}) v
    JOIN security_event e ON e.event_id = v.event_id ${OWN_RESPONSE}
   ORDER BY v.place ${order}, v.event_id ${order}`;
  return { sql, params: params.values };
}
