import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { NewestFirst } from '#platform/paging/newest-first';
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

/** Scans monitoring_run_newest_idx or monitoring_run_of_vendor_idx. */
const LIST = {
  columns: MONITORING_RUN_COLUMNS,
  from: 'monitoring_run',
  where: 'organization_id = $1 AND ($2::uuid IS NULL OR vendor_id = $2)',
  time: 'queued_at',
};

@QueryHandler(GetMonitoringRuns)
export class GetMonitoringRunsHandler implements IQueryHandler<GetMonitoringRuns> {
  constructor(private readonly newest: NewestFirst) {}

  async execute({ caller: { organizationId }, request }: GetMonitoringRuns): Promise<GetMonitoringRunsResponse> {
    const { vendorId } = request;
    const { rows, totals } = await this.newest.page<MonitoringRunRow>(LIST, {
      organizationId,
      binding: ['GetMonitoringRuns', vendorId],
      params: [vendorId ?? null],
      request,
    });
    return { runs: rows.map(toMonitoringRun), ...totals };
  }
}
