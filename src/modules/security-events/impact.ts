import {
  IMPACT,
  SECURITY_EVENT_IMPACT,
  VENDOR_RESPONSE_STATUS,
  type SecurityEventImpact,
  type VendorResponseStatus,
} from './security-event.enums';

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
  const overrides = VENDOR_RESPONSE_STATUS.members.flatMap((member) => {
    const impact = OVERRIDES[member];
    return impact ? [`WHEN ${VENDOR_RESPONSE_STATUS.toNumber(member)} THEN ${SECURITY_EVENT_IMPACT.toNumber(impact)}`] : [];
  });
  return `(CASE ${said} ${overrides.join(' ')} ELSE coalesce(${derived}, ${IMPACT.NOT_IMPACTED}) END)::smallint`;
}
