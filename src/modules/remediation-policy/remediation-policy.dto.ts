import { DateTime, Int32, Nested } from '#platform/fields/fields';

export const MAX_DAYS = 3650;

export class SeverityDays {
  @Int32({ max: MAX_DAYS, optional: true, example: 7 }) critical?: number;
  @Int32({ max: MAX_DAYS, optional: true, example: 30 }) high?: number;
  @Int32({ max: MAX_DAYS, optional: true, example: 90 }) medium?: number;
  @Int32({ max: MAX_DAYS, optional: true }) low?: number;
  @Int32({ max: MAX_DAYS, optional: true }) info?: number;
}

export class RemediationPolicy {
  @Nested(() => SeverityDays, { description: 'Days after firstSeen; a severity that is absent has no due date.' })
  daysBySeverity!: SeverityDays;

  @DateTime({ optional: true, description: 'Absent while there is no policy.' })
  updatedAt?: string;
}

export class RemediationPolicyResponse {
  @Nested(() => RemediationPolicy)
  remediationPolicy!: RemediationPolicy;
}
