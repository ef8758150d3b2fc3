import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { DateTime, Int32, Member, Text, TextList } from '#platform/fields/fields';
import { MONITORING_RUN_STATUS, type MonitoringRunStatus } from './monitoring.enums';

export class MonitoringRun {
  @Text({ max: 36, example: EXAMPLE_ID })
  id!: string;

  @Text({ max: 36, example: EXAMPLE_ID, description: 'Vendor.id.' })
  vendorId!: string;

  @Text({ max: 253, example: 'acme-cloud.com' })
  vendorDomain!: string;

  @Member(MONITORING_RUN_STATUS, {
    example: 'MONITORING_RUN_STATUS_SUCCEEDED',
    description: 'PARTIAL: some checks have no verdict. FAILED: too little was seen; nothing was opened or closed.',
  })
  status!: MonitoringRunStatus;

  @DateTime({ optional: true, example: '2026-11-16T04:12:07.000Z', description: 'Absent while the run is queued.' })
  startedAt?: string;

  @DateTime({ optional: true, example: '2026-11-16T04:12:19.000Z', description: 'Absent until the run has ended.' })
  finishedAt?: string;

  @Int32({ example: 2, description: 'Scanned hosts with an address.' })
  hosts!: number;

  @Int32({ example: 96, description: 'Verdicts, whether pass, fail or unknown.' })
  checks!: number;

  @Int32({ example: 1, description: 'Observations the run has created.' })
  created!: number;

  @Int32({ example: 0, description: 'Observations the run has resolved: not seen in two scans in a row.' })
  resolved!: number;

  @Int32({ example: 7, description: 'Observations that were seen again.' })
  reobserved!: number;

  @TextList({ max: 600, maxItems: 21, description: 'What could not be seen, and why. Never a finding.' })
  problems!: string[];
}

export interface MonitoringRunRow {
  id: string;
  vendorId: string;
  vendorDomain: string;
  status: number;
  startedAt: string | null;
  finishedAt: string | null;
  hosts: number;
  checks: number;
  created: number;
  resolved: number;
  reobserved: number;
  problems: string[];
}

export const MONITORING_RUN_COLUMNS = `id, vendor_id AS "vendorId", vendor_domain AS "vendorDomain", status, started_at AS "startedAt", finished_at AS "finishedAt",
         hosts, checks, created, resolved, reobserved, problems`;

export function toMonitoringRun({ startedAt, finishedAt, status, ...row }: MonitoringRunRow): MonitoringRun {
  return {
    ...row,
    status: MONITORING_RUN_STATUS.toMember(status),
    ...(startedAt !== null && { startedAt: new Date(startedAt).toISOString() }),
    ...(finishedAt !== null && { finishedAt: new Date(finishedAt).toISOString() }),
  };
}
