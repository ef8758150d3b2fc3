import { OBSERVATION_SEVERITY } from '#shared/observation.enums';
import type { RemediationPolicy, SeverityDays } from './remediation-policy.dto';

export interface PolicyRow {
  days: (number | null)[];
  updatedAt: Date;
}

/** $1 organization. */
export const FIND_POLICY = `SELECT days, updated_at AS "updatedAt" FROM remediation_policy WHERE organization_id = $1`;

/** Names of the severities in the stored order, lowest first. */
export const SEVERITIES = OBSERVATION_SEVERITY.members.map((member) =>
  member.replace('OBSERVATION_SEVERITY_', '').toLowerCase(),
) as (keyof SeverityDays)[];

export function toPolicy(row: PolicyRow | undefined): RemediationPolicy {
  if (!row) return { daysBySeverity: {} };
  const days = SEVERITIES.map((severity, index) => [severity, row.days[index] ?? undefined]);
  return { daysBySeverity: Object.fromEntries(days) as SeverityDays, updatedAt: row.updatedAt.toISOString() };
}
