import { OBSERVATION_SEVERITY } from '#shared/observation.enums';
import type { RemediationPolicy, SeverityDays } from './remediation-policy.dto';
import type { RemediationPolicyEntity } from './remediation-policy.entity';

/** Names of the severities in the stored order, lowest first. */
export const SEVERITIES = OBSERVATION_SEVERITY.members.map((member) =>
  member.replace('OBSERVATION_SEVERITY_', '').toLowerCase(),
) as (keyof SeverityDays)[];

export function toPolicy(row: RemediationPolicyEntity | null): RemediationPolicy {
  if (!row) return { daysBySeverity: {} };
  const days = SEVERITIES.map((severity, index) => [severity, row.days[index] ?? undefined]);
  return { daysBySeverity: Object.fromEntries(days) as SeverityDays, updatedAt: row.updatedAt.toISOString() };
}
