import type { SecurityEventImpact, VendorResponseStatus } from './security-event.enums';

/** Responses that override the derived impact. UNDER_INVESTIGATION does not. */
const OVERRIDES: Readonly<Partial<Record<VendorResponseStatus, SecurityEventImpact>>> = {
  VENDOR_RESPONSE_STATUS_NOT_AFFECTED: 'SECURITY_EVENT_IMPACT_NOT_IMPACTED',
  VENDOR_RESPONSE_STATUS_AFFECTED: 'SECURITY_EVENT_IMPACT_CONFIRMED',
  VENDOR_RESPONSE_STATUS_MITIGATED: 'SECURITY_EVENT_IMPACT_MITIGATED',
  VENDOR_RESPONSE_STATUS_FIXED: 'SECURITY_EVENT_IMPACT_MITIGATED',
};

/** The derived impact, unless the company's latest response overrides it. A company without any link to the event is not impacted. */
export function effectiveImpact(derived: SecurityEventImpact | undefined, said: VendorResponseStatus | undefined): SecurityEventImpact {
  return (said && OVERRIDES[said]) ?? derived ?? 'SECURITY_EVENT_IMPACT_NOT_IMPACTED';
}

export function isOverridden(said: VendorResponseStatus | undefined): boolean {
  return said !== undefined && OVERRIDES[said] !== undefined;
}

/** effectiveImpact in SQL, over the stored numbers. */
export function effectiveImpactSql(derived: string, said: string): string {
  return `(CASE ${said} WHEN 2 THEN 5 WHEN 3 THEN 1 WHEN 4 THEN 4 WHEN 5 THEN 4 ELSE coalesce(${derived}, 5) END)::smallint`;
}
