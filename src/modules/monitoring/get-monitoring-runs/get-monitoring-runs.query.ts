import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { Cursors } from '#platform/paging/cursors';
import { MONITORING_RUN_COLUMNS, toMonitoringRun, type MonitoringRunRow } from '../monitoring-run.dto';
import type { GetMonitoringRunsRequest, GetMonitoringRunsResponse } from './get-monitoring-runs.dto';

export class GetMonitoringRuns extends Query<GetMonitoringRunsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetMonitoringRunsRequest,
  ) {
    super();
  }
}

const NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

const MATCHES = `organization_id = $1 AND ($2::uuid IS NULL OR vendor_id = $2)`;
const COUNT = `SELECT count(*)::int AS total FROM monitoring_run WHERE ${MATCHES}`;
const PAGE = `
  SELECT ${MONITORING_RUN_COLUMNS}, queued_at::text AS at
    FROM monitoring_run
   WHERE ${MATCHES} AND (queued_at, id) < ($3::timestamptz, $4::uuid)
   ORDER BY queued_at DESC, id DESC
   LIMIT $5 OFFSET $6`;

@QueryHandler(GetMonitoringRuns)
export class GetMonitoringRunsHandler implements IQueryHandler<GetMonitoringRuns> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller: { organizationId }, request }: GetMonitoringRuns): Promise<GetMonitoringRunsResponse> {
    const { vendorId } = request;
    const page = await this.cursors.page([organizationId, 'GetMonitoringRuns', vendorId], request);
    const matching = [organizationId, vendorId ?? null];
    const [rows, [count]] = await Promise.all([
      this.database.lists.read<MonitoringRunRow & { at: string }>(organizationId, PAGE, [
        ...matching,
        ...(page.place ?? NEWEST),
        page.fetched,
        page.offset,
      ]),
      this.database.lists.read<{ total: number }>(organizationId, COUNT, matching),
    ]);
    const { shown, next } = page.cut(rows, (row) => [row.at, row.id]);
    return { runs: shown.map(toMonitoringRun), totalCount: count?.total ?? 0, ...next };
  }
}
