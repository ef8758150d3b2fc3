import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { VendorNotFound } from '#modules/vendors/vendor.errors';
import { recordAudit } from '#platform/audit/record-audit';
import { Env } from '#platform/config/env';
import { Database } from '#platform/database/database';
import { rowId } from '#platform/database/row-ids';
import { isUuid } from '#platform/fields/uuid';
import type { Caller } from '#platform/identity/caller';
import { Jobs } from '#platform/jobs/jobs';
import { MONITORING_QUEUE } from '../monitoring-queue';
import { MONITORING_RUN_COLUMNS, toMonitoringRun, type MonitoringRunRow } from '../monitoring-run.dto';
import { MonitoringOff, MonitoringPaused, VendorNotMonitored } from '../monitoring.errors';
import { OptOuts } from '../opt-outs';
import { IS_PAUSED, QUEUE } from '../runs.sql';
import type { RunMonitoringRequest, RunMonitoringResponse } from './run-monitoring.dto';

export class RunMonitoring extends Command<RunMonitoringResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: RunMonitoringRequest,
  ) {
    super();
  }
}

const VENDORS = `
  SELECT id, domain_name AS "domainName", is_monitored AS "isMonitored"
    FROM vendor WHERE organization_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR SHARE`;
const UNFINISHED = `
  SELECT ${MONITORING_RUN_COLUMNS} FROM monitoring_run WHERE organization_id = $1 AND vendor_id = ANY($2::uuid[]) AND finished_at IS NULL`;

interface VendorRow {
  id: string;
  domainName: string;
  isMonitored: boolean;
}

@CommandHandler(RunMonitoring)
export class RunMonitoringHandler implements ICommandHandler<RunMonitoring> {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly optOuts: OptOuts,
    private readonly env: Env,
  ) {}

  async execute({ caller, request }: RunMonitoring): Promise<RunMonitoringResponse> {
    const { organizationId } = caller;
    const ids = [...new Set(request.vendorIds)];
    const invalid = ids.find((id) => !isUuid(id));
    if (invalid !== undefined) throw new VendorNotFound(invalid);
    const optedOut = await this.optOuts.load();
    return this.database.transaction(organizationId, async (tx) => {
      const vendors = await tx.query<VendorRow[]>(VENDORS, [organizationId, ids]);
      for (const id of ids) {
        const vendor = vendors.find((one) => one.id === id.toLowerCase());
        if (!vendor) throw new VendorNotFound(id);
        if (!vendor.isMonitored) throw new VendorNotMonitored(vendor.domainName);
        this.optOuts.assertWelcome(vendor.domainName, optedOut);
      }
      if (!this.env.MONITORING) throw new MonitoringOff();
      const paused = await tx.query<unknown[]>(IS_PAUSED, [organizationId]);
      if (paused.length > 0) throw new MonitoringPaused();
      await tx.query(QUEUE, [organizationId, ids, ids.map(() => rowId())]);
      const rows = await tx.query<MonitoringRunRow[]>(UNFINISHED, [organizationId, ids]);
      const targets = vendors.map(({ id, domainName }) => ({ type: 'vendor', id, displayName: domainName }));
      await recordAudit(tx, caller, { targets });
      await this.jobs.send(tx, MONITORING_QUEUE, { key: organizationId });
      const runs = ids.flatMap((id) => rows.find(({ vendorId }) => vendorId === id.toLowerCase()) ?? []);
      return { runs: runs.map(toMonitoringRun) };
    });
  }
}
