import { Injectable } from '@nestjs/common';
import { byOperator } from '#platform/audit/audit-call';
import { Organizations } from '#platform/auth/organizations';
import { Env } from '#platform/config/env';
import { Database } from '#platform/database/database';
import { rowId } from '#platform/database/row-ids';
import { readDomain } from '#platform/domains/read-domain';
import { InvalidArgument } from '#platform/errors/api-error';
import { ACTOR } from '#shared/observation.enums';
import { MonitoringPaused, VendorNotMonitored } from './monitoring.errors';
import { OptOuts } from './opt-outs';
import type { FinishedRun } from './record-runs';
import { Runs } from './runs';
import { IS_PAUSED, QUEUE } from './runs.sql';

const COMMAND = 'monitor run';

/** Scans an organization's monitored vendors at once, on an operator's command. */
@Injectable()
export class RunNow {
  constructor(
    private readonly database: Database,
    private readonly organizations: Organizations,
    private readonly runs: Runs,
    private readonly optOuts: OptOuts,
    private readonly env: Env,
  ) {}

  async run(organization: string, vendor: string | undefined): Promise<FinishedRun[]> {
    const { id: organizationId } = await this.organizations.get(organization);
    const paused = await this.database.read(organizationId, IS_PAUSED, [organizationId]);
    if (paused.length > 0) throw new MonitoringPaused();
    const vendorIds = await this.vendors(organizationId, vendor === undefined ? undefined : readDomain('vendor', vendor));
    await this.database.transaction(organizationId, (tx) => tx.query(QUEUE, [organizationId, vendorIds, vendorIds.map(() => rowId())]));
    const by = { actor: { type: ACTOR.ADMIN, name: 'Operator' }, call: byOperator(COMMAND, organizationId) };
    const wanted = new Set(vendorIds);
    const finished: FinishedRun[] = [];
    for (;;) {
      const done = await this.runs.work(organizationId, this.env.MONITORING_CONCURRENCY, by);
      finished.push(...done.filter(({ vendorId }) => wanted.delete(vendorId)));
      if (done.length === 0) return finished;
    }
  }

  private async vendors(organizationId: string, domain: string | undefined): Promise<string[]> {
    const rows = await this.database.read<{ id: string; isMonitored: boolean }>(
      organizationId,
      `SELECT id, is_monitored AS "isMonitored" FROM vendor WHERE organization_id = $1 AND ($2::text IS NULL OR domain_name = $2) ORDER BY id`,
      [organizationId, domain ?? null],
    );
    if (domain !== undefined && rows.length === 0)
      throw new InvalidArgument(`${domain} is not a vendor in the directory.`, 'VENDOR_UNKNOWN');
    if (domain !== undefined && rows[0]?.isMonitored === false) throw new VendorNotMonitored(domain);
    if (domain !== undefined) this.optOuts.assertWelcome(domain, await this.optOuts.load());
    return rows.filter(({ isMonitored }) => isMonitored).map(({ id }) => id);
  }
}
