import type { Caller } from '#platform/identity/caller';
import { hasVrm } from '#platform/identity/has-vrm';
import { normalizeDomain } from '#platform/domains/domain-name';
import { readDomain } from '#platform/domains/read-domain';
import type { SecurityEventView } from './security-event.enums';
import { SELF_VIEW, VRM_VIEW, type View } from '#shared/view';
import { VrmEntitlementMissing } from '#shared/view.errors';
import { OrganizationMismatch } from './security-event.errors';

/** The requested view. The VRM view needs the entitlement. */
export function viewAsked(caller: Caller, member: SecurityEventView): View {
  if (member === 'SECURITY_EVENT_VIEW_SELF') return SELF_VIEW;
  assertVrm(caller);
  return VRM_VIEW;
}

/** All views of the caller, VRM first. */
export function viewsOf(caller: Caller): View[] {
  return hasVrm(caller.organization) ? [VRM_VIEW, SELF_VIEW] : [SELF_VIEW];
}

export function assertVrm(caller: Caller): void {
  if (hasVrm(caller.organization)) return;
  throw new VrmEntitlementMissing('The organization is not entitled to the VRM view. Use the self view for its own domains.');
}

/** Callers may only name their own organization. */
export function assertOwnDomain(caller: Caller, orgDomain: string): void {
  const found = normalizeDomain(orgDomain);
  if (!('domain' in found) || !caller.organization.domains.includes(found.domain)) throw new OrganizationMismatch(orgDomain);
}

/** The company and the view it is seen in: SELF for own domains, VRM for all others. */
export function companyOf(caller: Caller, field: string, text: string): { domain: string; view: View } {
  const domain = readDomain(field, text);
  if (caller.organization.domains.includes(domain)) return { domain, view: SELF_VIEW };
  assertVrm(caller);
  return { domain, view: VRM_VIEW };
}
