import { hasVrm, type Caller } from '#platform/auth/caller';
import { normalizeDomain } from '#platform/domains/domain-name';
import { InvalidArgument } from '#platform/errors/api-error';
import { SECURITY_EVENT_VIEW, type SecurityEventView } from './security-event.enums';
import { OrganizationMismatch, VrmNotEntitled } from './security-event.errors';

/** From which side an organization looks at events: its vendors', or its own. */
export interface View {
  member: SecurityEventView;
  /** As stored, here and with observations. */
  number: number;
  orn: 'vrm' | 'self';
}

export const VRM: View = { member: 'SECURITY_EVENT_VIEW_VRM', number: SECURITY_EVENT_VIEW.toNumber('SECURITY_EVENT_VIEW_VRM'), orn: 'vrm' };
export const SELF: View = {
  member: 'SECURITY_EVENT_VIEW_SELF',
  number: SECURITY_EVENT_VIEW.toNumber('SECURITY_EVENT_VIEW_SELF'),
  orn: 'self',
};

/** The view a caller asked for; vendors need the entitlement. */
export function viewOf(caller: Caller, member: SecurityEventView): View {
  if (member === SELF.member) return SELF;
  assertVrm(caller);
  return VRM;
}

/** Every view the caller has, that of its vendors first. */
export function viewsOf(caller: Caller): View[] {
  return hasVrm(caller.organization) ? [VRM, SELF] : [SELF];
}

export function assertVrm(caller: Caller): void {
  if (!hasVrm(caller.organization)) throw new VrmNotEntitled();
}

/** Whoever names an organization must be it. */
export function assertOwnDomain(caller: Caller, orgDomain: string): void {
  const found = normalizeDomain(orgDomain);
  if (!('domain' in found) || !caller.organization.domains.includes(found.domain)) throw new OrganizationMismatch(orgDomain);
}

/** Which company is meant, and from which side: own domains are one's own, all others are vendors'. */
export function companyOf(caller: Caller, field: string, text: string): { domain: string; view: View } {
  const domain = readDomain(field, text);
  if (caller.organization.domains.includes(domain)) return { domain, view: SELF };
  assertVrm(caller);
  return { domain, view: VRM };
}

export function readDomain(field: string, text: string): string {
  const found = normalizeDomain(text);
  if ('domain' in found) return found.domain;
  throw new InvalidArgument(`${field}: ${found.problem}`, 'INVALID_DOMAIN', [{ field, description: found.problem }]);
}
