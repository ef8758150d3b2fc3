import { enumeration, type MemberOf } from '#platform/fields/enumeration';

export const MONITORING_RUN_STATUS = enumeration('MonitoringRunStatus', 'MONITORING_RUN_STATUS', [
  'QUEUED',
  'RUNNING',
  'SUCCEEDED',
  'PARTIAL',
  'FAILED',
]);
export type MonitoringRunStatus = MemberOf<typeof MONITORING_RUN_STATUS>;
/** As stored. */
export const RUN = MONITORING_RUN_STATUS.stored;
