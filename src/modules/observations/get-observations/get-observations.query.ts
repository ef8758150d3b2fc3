import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/auth/caller';
import { Database } from '#platform/database/database';
import { fingerprintFilters } from '#platform/filters/compile-filter';
import { readFilters } from '#platform/filters/read-filters';
import { JsonText } from '#platform/http/json-text';
import type { CursorSealer, Place } from '#platform/paging/cursor';
import { Cursors } from '#platform/paging/cursors';
import { pageOffset, pageSize } from '#platform/paging/page.dto';
import { countObservations } from '../observation-counter';
import { OBSERVATION_CATALOGUE, onlySeverities } from '../observation-fields';
import { selectObservations, statesOf } from '../observation-query';
import { OBSERVATION_COLUMN_COUNT, OBSERVATION_COLUMNS, renderObservation, type ObservationText } from '../render-observation';
import { viewOf } from '../view';
import type { GetObservationsRequest, GetObservationsResponse } from './get-observations.dto';
import { OBSERVATION_SORTS, type ObservationSort } from './observation-sorts';

export class GetObservations extends Query<JsonText<GetObservationsResponse>> {
  constructor(
    readonly caller: Caller,
    readonly request: GetObservationsRequest,
  ) {
    super();
  }
}

/** Few sizes of page mean few statements to keep prepared; a LIMIT that is a parameter would defeat their plans. */
const PAGE_SIZES = [10, 50, 100, 200];

@QueryHandler(GetObservations)
export class GetObservationsHandler implements IQueryHandler<GetObservations> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetObservations): Promise<JsonText<GetObservationsResponse>> {
    const view = viewOf(caller);
    const filter = readFilters(request.filters, OBSERVATION_CATALOGUE);
    const mode = request.mode ?? 'OBSERVATION_MODE_OPEN';
    const sortField = request.sortField ?? 'firstSeen';
    const descending = request.sortOrder !== 'SORT_ORDER_ASC';
    const selection = selectObservations(caller.organizationId, view, filter);
    const cursors = await this.cursors.ready();
    const binding = [
      caller.organizationId,
      'GetObservations',
      view.number,
      fingerprintFilters(filter),
      mode,
      sortField,
      Number(descending),
    ];
    const place = request.cursor ? cursors.open(binding, request.cursor) : undefined;

    const limit = pageSize(request.limit);
    const fetched = (PAGE_SIZES.find((size) => size >= limit) ?? limit) + 1;
    const statement = pageStatement(
      selection.where,
      selection.params.length,
      statesOf(mode),
      OBSERVATION_SORTS[sortField],
      descending,
      fetched,
      pageOffset(request),
      place,
    );
    // By severity alone, the walk along the index of the sort is the best plan whatever the values.
    const plannedOnce = onlySeverities(filter) !== undefined;
    const count = countObservations(view, filter, selection, mode, request.countMode ?? 'TOTAL_COUNT_MODE_BOUNDED');
    const [rows = [], counted = []] = await this.database.lists.readTexts(caller.organizationId, [
      { sql: statement.sql, params: [...selection.params, ...statement.params], prepared: true, plannedOnce },
      ...(count ? [count.reading] : []),
    ]);
    const total = count?.toTotal(Number(counted[0]?.[0] ?? 0));

    const page = rows.length > limit ? rows.slice(0, limit) : rows;
    const owner = caller.organization.domain;
    const more = rows.length > limit ? `,"nextCursor":"${seal(cursors, binding, page.at(-1) as ObservationText)}"` : '';
    const totals = total ? `,"totalCount":"${total.totalCount}","totalCountType":"${total.totalCountType}"` : '';
    return new JsonText(`{"observations":[${page.map((row) => renderObservation(row, view, owner)).join(',')}]${totals}${more}}`);
  }
}

/**
 * A walk along the index of the sort, from a place on. Open and closed observations have an index each; a list of both
 * takes a page from either and keeps the first of the two. Skipped rows (offset) are counted in the index alone.
 */
function pageStatement(
  where: string,
  taken: number,
  states: readonly string[],
  { key, type }: ObservationSort,
  descending: boolean,
  fetched: number,
  offset: number,
  place: Place | undefined,
): { sql: string; params: unknown[] } {
  const order = descending ? 'DESC' : 'ASC';
  const params: unknown[] = place ? [...place] : [];
  const from = place ? ` AND (${key}, o.id) ${descending ? '<' : '>'} ($${taken + 1}::${type}, $${taken + 2}::uuid)` : '';
  const columns = `${OBSERVATION_COLUMNS}, ${key} AS place`;
  const walk = (state: string, selected: string, limit: string) =>
    `SELECT ${selected} FROM observation o WHERE ${where} AND ${state}${from} ORDER BY ${key} ${order}, o.id ${order} LIMIT ${limit}`;
  if (offset === 0) {
    const walks = states.map((state) => walk(state, columns, String(fetched)));
    const sql =
      walks.length === 1
        ? (walks[0] as string)
        : `SELECT * FROM (${walks.map((sql) => `(${sql})`).join(' UNION ALL ')}) o ORDER BY place ${order}, id ${order} LIMIT ${fetched}`;
    return { sql, params };
  }
  params.push(offset);
  const skip = `$${taken + params.length}::bigint`;
  const found = (state: string, limit: string) => walk(state, `o.id, ${key} AS place`, limit);
  const [only, other] = states;
  const ids =
    other === undefined
      ? found(only as string, `${fetched} OFFSET ${skip}`)
      : `SELECT id, place FROM (${states.map((state) => `(${found(state, `${skip} + ${fetched}`)})`).join(' UNION ALL ')}) i ` +
        `ORDER BY place ${order}, id ${order} LIMIT ${fetched} OFFSET ${skip}`;
  const sql = `SELECT ${columns} FROM (${ids}) p JOIN observation o ON o.organization_id = $1 AND o.id = p.id ORDER BY p.place ${order}, p.id ${order}`;
  return { sql, params };
}

function seal(cursors: CursorSealer, binding: (string | number)[], row: ObservationText): string {
  return cursors.seal(binding, [row[OBSERVATION_COLUMN_COUNT] as string, row[0] as string]);
}
