import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { SqlParams } from '#platform/database/sql-params';
import { within } from '#platform/filters/filter-too-broad';
import type { FilterList } from '#platform/filters/filter-tree';
import { JsonText } from '#platform/http/json-text';
import { Cursors } from '#platform/paging/cursors';
import { nextPageJson, type Page } from '#platform/paging/page';
import type { ObservationMode } from '#shared/observation.enums';
import type { View } from '#shared/view';
import { readListRequest } from '../list-request';
import { selectObservations, type Selection } from '../observation-query';
import { ObservationSearch } from '../search/observation-search';
import type { FilterEstimate } from '../search/estimate';
import { exactCount, type TotalCountMode } from '../total-count';
import type { GetObservationGroupsRequest, GetObservationGroupsResponse, GroupSort } from './get-observation-groups.dto';
import { foundMatches, isSparse, matchesAmongAll, matchesButExcluded, splitExclusion, type GroupMatches } from './group-matches';
import { matchesStatement, rollupStatement, type GroupStatement } from './group-statement';
import { GROUP_COLUMN_COUNT, renderGroup } from './render-group';

export class GetObservationGroups extends Query<JsonText<GetObservationGroupsResponse>> {
  constructor(
    readonly caller: Caller,
    readonly request: GetObservationGroupsRequest,
  ) {
    super();
  }
}

type ListRead = ReturnType<typeof readListRequest<GroupSort>>;

@QueryHandler(GetObservationGroups)
export class GetObservationGroupsHandler implements IQueryHandler<GetObservationGroups> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly search: ObservationSearch,
  ) {}

  async execute({ caller, request }: GetObservationGroups): Promise<JsonText<GetObservationGroupsResponse>> {
    const read = readListRequest('GetObservationGroups', caller, request, 'observationCount');
    const { view, descending, countMode } = read;
    const page = await this.cursors.page(read.binding, request);
    const { statement, broadestRule } = await this.statement(caller.organizationId, read);
    const [rows, count] = await within(broadestRule, async () => {
      const groups = await this.database.lists.readText(
        caller.organizationId,
        ...pageOf(statement, { page, descending, countMode }),
        // Statements over the roll-up alone have few texts, and one generic plan serves all values.
        { prepared: statement.isRolledUp, plannedOnce: statement.isRolledUp },
      );
      return [groups, groups[0]?.[GROUP_COLUMN_COUNT + 1] ?? (await this.count(caller.organizationId, statement, countMode))] as const;
    });

    const { shown, next } = page.cut(rows, (row) => [row[GROUP_COLUMN_COUNT] as string, row[0] as string]);
    const total = count && exactCount(count);
    const totals = total ? `,"totalCount":"${total.totalCount}","totalCountType":"${total.totalCountType}"` : '';
    const groups = shown.map((row) => renderGroup(row, view, caller.organization.domain));
    return new JsonText(`{"observationGroups":[${groups.join(',')}]${totals}${nextPageJson(next)}}`);
  }

  private async statement(
    organizationId: string,
    { view, filter, mode, sortField, selection }: ListRead,
  ): Promise<{ statement: GroupStatement; broadestRule?: string }> {
    const { severities, params } = selection;
    if (severities) return { statement: rollupStatement(severities, params, mode, sortField) };
    const { matches, broadestRule } = await this.matches(organizationId, view, filter, selection, mode);
    return { statement: matchesStatement(matches, mode, sortField), broadestRule };
  }

  /** How to count the matches: among the rows that an index finds, or by what the filter excludes, or among all rows. */
  private async matches(
    organizationId: string,
    view: View,
    filter: FilterList,
    selection: Selection,
    mode: ObservationMode,
  ): Promise<{ matches: GroupMatches; broadestRule: string }> {
    const { severities, excluded, isNegation } = splitExclusion(filter);
    const matching = { part: filter, count: (estimate: FilterEstimate) => foundMatches(estimate, selection) };
    const others = {
      part: excluded,
      count: (estimate: FilterEstimate) =>
        matchesButExcluded(estimate, selectObservations(organizationId, view, excluded), severities, mode),
    };
    // Few rows that are left out are also looked up faster than the many others.
    const estimates = new Map<FilterList, FilterEstimate>();
    for (const { part, count } of isNegation ? [others, matching] : [matching, others]) {
      const estimate = await this.search.estimate(organizationId, view, part, mode);
      if (isSparse(estimate)) return { matches: count(estimate), broadestRule: estimate.broadestRule };
      estimates.set(part, estimate);
    }
    const estimate = estimates.get(filter) as FilterEstimate;
    return { matches: matchesAmongAll(selection, mode), broadestRule: estimate.broadestRule };
  }

  /** Beyond the last page there is no row to carry the total. */
  private async count(
    organizationId: string,
    { source, counted, params }: GroupStatement,
    countMode: TotalCountMode,
  ): Promise<string | undefined> {
    if (countMode === 'TOTAL_COUNT_MODE_NONE') return undefined;
    const [row] = await this.database.lists.readText(organizationId, `${source} SELECT ${totalOf(counted)}`, params);
    return row?.[0] ?? '0';
  }
}

interface PageOptions {
  page: Page;
  descending: boolean;
  countMode: TotalCountMode;
}

function pageOf(
  { source, from, counted, isOrderedByMatches, columns, sortKey, sortType, params }: GroupStatement,
  { page: { place, fetched, offset }, descending, countMode }: PageOptions,
): [sql: string, params: unknown[]] {
  const paged = new SqlParams(params);
  const order = descending ? 'DESC' : 'ASC';
  const groupKey = isOrderedByMatches ? 'm.group_key' : 'g.group_key';
  const after = place
    ? ` AND (${sortKey}, ${groupKey}) ${descending ? '<' : '>'} (${paged.add(place[0], sortType)}, ${paged.add(place[1])})`
    : '';
  const skip = offset > 0 ? ` OFFSET ${paged.add(offset)}` : '';
  const total = countMode === 'TOTAL_COUNT_MODE_NONE' ? '' : `, ${totalOf(counted)}`;
  const sorted = `ORDER BY ${sortKey} ${order}, ${groupKey} ${order}`;
  const cut = `${after} ${sorted} LIMIT ${fetched}${skip}`;
  const rows = isOrderedByMatches ? `(SELECT * FROM m WHERE true${cut}) ${from} ${sorted}` : `${from}${cut}`;
  return [`${source} SELECT ${columns}${total} FROM ${rows}`, paged.values];
}

/** An exact count, evaluated once per statement: there are few groups. */
function totalOf(counted: string): string {
  return `(SELECT count(*) FROM ${counted})`;
}
