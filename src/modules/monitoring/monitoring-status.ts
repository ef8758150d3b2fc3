import { Injectable } from '@nestjs/common';
import { Organizations } from '#platform/auth/organizations';
import { Env } from '#platform/config/env';
import { Database } from '#platform/database/database';
import { RUN } from './monitoring.enums';
import { IS_PAUSED } from './runs.sql';

export interface OrganizationStatus {
  organization: string;
  monitoring: 'on' | 'off' | 'paused';
  monitored: number;
  /** Never scanned so far. */
  unseen: number;
  queued: number;
  running: number;
  /** In the last 24 hours. */
  succeeded: number;
  partial: number;
  failed: number;
  /** How long the oldest queued run has waited. */
  waitingSeconds: number;
}

const STATUS = `
  SELECT (SELECT count(*)::int FROM vendor WHERE organization_id = $1 AND is_monitored) AS monitored,
         (SELECT count(*)::int FROM vendor v WHERE v.organization_id = $1 AND v.is_monitored
             AND NOT EXISTS (SELECT 1 FROM monitoring_run r WHERE r.organization_id = $1 AND r.vendor_id = v.id AND r.finished_at IS NOT NULL)) AS unseen,
         count(*) FILTER (WHERE status = ${RUN.QUEUED})::int AS queued,
         count(*) FILTER (WHERE status = ${RUN.RUNNING})::int AS running,
         count(*) FILTER (WHERE status = ${RUN.SUCCEEDED})::int AS succeeded,
         count(*) FILTER (WHERE status = ${RUN.PARTIAL})::int AS partial,
         count(*) FILTER (WHERE status = ${RUN.FAILED})::int AS failed,
         coalesce(extract(epoch FROM now() - min(queued_at) FILTER (WHERE status = ${RUN.QUEUED})), 0)::int AS "waitingSeconds"
    FROM monitoring_run
   WHERE organization_id = $1 AND (finished_at IS NULL OR finished_at > now() - interval '24 hours')`;

/** The state of the monitoring, for operators. */
@Injectable()
export class MonitoringStatus {
  constructor(
    private readonly database: Database,
    private readonly organizations: Organizations,
    private readonly env: Env,
  ) {}

  async read(): Promise<OrganizationStatus[]> {
    const rows: OrganizationStatus[] = [];
    for (const { id, domain } of await this.organizations.list()) {
      const [row] = await this.database.read<Omit<OrganizationStatus, 'organization' | 'monitoring'>>(id, STATUS, [id]);
      const paused = await this.database.read(id, IS_PAUSED, [id]);
      const monitoring = !this.env.MONITORING ? 'off' : paused.length > 0 ? 'paused' : 'on';
      if (row) rows.push({ organization: domain, monitoring, ...row });
    }
    return rows;
  }
}
