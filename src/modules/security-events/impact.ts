import {
  IMPACT,
  SECURITY_EVENT_IMPACT,
  VENDOR_RESPONSE_STATUS,
  type SecurityEventImpact,
  type VendorResponseStatus,
} from './security-event.enums';

/** What a response means for the impact, whatever was derived. Investigating says nothing about it yet. */
const OVERRIDES: Readonly<Partial<Record<VendorResponseStatus, SecurityEventImpact>>> = {
  VENDOR_RESPONSE_STATUS_NOT_AFFECTED: 'SECURITY_EVENT_IMPACT_NOT_IMPACTED',
  VENDOR_RESPONSE_STATUS_AFFECTED: 'SECURITY_EVENT_IMPACT_CONFIRMED',
  VENDOR_RESPONSE_STATUS_MITIGATED: 'SECURITY_EVENT_IMPACT_MITIGATED',
  VENDOR_RESPONSE_STATUS_FIXED: 'SECURITY_EVENT_IMPACT_MITIGATED',
};

/** The impact that counts, from what was derived and what the company last said. A company that nothing links to the event is not impacted. */
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
