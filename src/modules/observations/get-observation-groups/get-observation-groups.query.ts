import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/auth/caller';
import { Database } from '#platform/database/database';
import { fingerprintFilters } from '#platform/filters/compile-filter';
import { readFilters } from '#platform/filters/read-filters';
import { Cursors } from '#platform/paging/cursors';
import { pageOffset, pageSize } from '#platform/paging/page.dto';
import { OBSERVATION_CATALOGUE } from '../observation-fields';
import { OBSERVATION_CATEGORY, OBSERVATION_SEVERITY } from '../observation.enums';
import { selectObservations } from '../observation-query';
import { printGroupOrn } from '../orn';
import { boundedCount, exactCount } from '../total-count';
import { viewOf, type View } from '../view';
import type { GetObservationGroupsRequest, GetObservationGroupsResponse, ObservationGroup } from './get-observation-groups.dto';
import { groupStatement } from './group-statement';

export class GetObservationGroups extends Query<GetObservationGroupsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetObservationGroupsRequest,
  ) {
    super();
  }
}

interface Row {
  key: string;
  observationType: string;
  title: string;
  category: number;
  maxSeverity: number;
  s1: string;
  s2: string;
  s3: string;
  s4: string;
  s5: string;
  count: string;
  vendors: string;
  flagged: string;
  isFlagged: boolean;
  maxCvss: string | null;
  knownExploited: boolean;
  firstSeen: Date;
  lastSeen: Date;
  place: string;
}

@QueryHandler(GetObservationGroups)
export class GetObservationGroupsHandler implements IQueryHandler<GetObservationGroups> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetObservationGroups): Promise<GetObservationGroupsResponse> {
    const view = viewOf(caller);
    const filter = readFilters(request.filters, OBSERVATION_CATALOGUE);
    const mode = request.mode ?? 'OBSERVATION_MODE_OPEN';
    const sortField = request.sortField ?? 'observationCount';
    const descending = request.sortOrder !== 'SORT_ORDER_ASC';
    const statement = groupStatement(selectObservations(caller.organizationId, view, filter), filter, mode, sortField);

    const cursors = await this.cursors.ready();
    const binding = [
      caller.organizationId,
      'GetObservationGroups',
      view.number,
      fingerprintFilters(filter),
      mode,
      sortField,
      Number(descending),
    ];
    const place = request.cursor ? cursors.open(binding, request.cursor) : undefined;
    const limit = pageSize(request.limit);
    const taken = statement.params.length;
    const order = descending ? 'DESC' : 'ASC';
    const from = place
      ? ` AND (${statement.sortKey}, g.group_key) ${descending ? '<' : '>'} ($${taken + 1}::${statement.sortType}, $${taken + 2})`
      : '';
    const sql =
      `SELECT ${statement.columns} FROM ${statement.from}${from} ` +
      `ORDER BY ${statement.sortKey} ${order}, g.group_key ${order} LIMIT ${limit + 1} OFFSET ${pageOffset(request)}`;
    const [rows, total] = await Promise.all([
      this.database.lists.read<Row>(caller.organizationId, sql, [...statement.params, ...(place ?? [])]),
      request.countMode === 'TOTAL_COUNT_MODE_NONE'
        ? undefined
        : this.database.lists.read<{ total: number }>(
            caller.organizationId,
            `SELECT count(*)::int AS total FROM ${statement.from}`,
            statement.params,
          ),
    ]);

    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const count = total?.[0]?.total ?? 0;
    return {
      observationGroups: page.map((row) => toGroup(row, view, caller.organization.domain)),
      ...(total && (request.countMode === 'TOTAL_COUNT_MODE_EXACT' ? exactCount(count) : boundedCount(count))),
      ...(last && { nextCursor: cursors.seal(binding, [last.place, last.key]) }),
    };
  }
}

function toGroup(row: Row, view: View, owner: string): ObservationGroup {
  const isCve = row.key.startsWith('CVE-') && row.key !== row.observationType;
  return {
    groupOrn: printGroupOrn({ view: view.orn, key: row.key, owner }),
    kind: isCve ? 'OBSERVATION_GROUP_KIND_CVE' : 'OBSERVATION_GROUP_KIND_OBSERVATION_TYPE',
    title: isCve ? row.key : row.title,
    category: OBSERVATION_CATEGORY.toMember(row.category),
    maxSeverity: OBSERVATION_SEVERITY.toMember(row.maxSeverity),
    severityCounts: { critical: row.s5, high: row.s4, medium: row.s3, low: row.s2, info: row.s1 },
    observationCount: row.count,
    vendorCount: row.vendors,
    flaggedCount: row.flagged,
    isFlagged: row.isFlagged,
    cveIds: isCve ? [row.key] : [],
    ...(row.maxCvss !== null && { maxCvssBaseScore: Number(row.maxCvss) }),
    knownExploited: row.knownExploited,
    firstSeen: row.firstSeen.toISOString(),
    lastSeen: row.lastSeen.toISOString(),
  };
}
