import { Int32, Nested } from '#platform/fields/fields';
import { MAX_DAYS, RemediationPolicyResponse } from '../remediation-policy.dto';

/** Absent severities stay unchanged; null: no due date. */
export class SeverityDaysChange {
  @Int32({ max: MAX_DAYS, nullable: true, example: 7 }) critical?: number | null;
  @Int32({ max: MAX_DAYS, nullable: true, example: 30 }) high?: number | null;
  @Int32({ max: MAX_DAYS, nullable: true, example: 90 }) medium?: number | null;
  @Int32({ max: MAX_DAYS, nullable: true }) low?: number | null;
  @Int32({ max: MAX_DAYS, nullable: true }) info?: number | null;
}

export class UpdateRemediationPolicyRequest {
  @Nested(() => SeverityDaysChange, { description: 'Absent severities stay unchanged; null: no due date.' })
  daysBySeverity!: SeverityDaysChange;
}

export class UpdateRemediationPolicyResponse extends RemediationPolicyResponse {}
