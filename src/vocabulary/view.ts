import { hasVrm, type Caller } from '#platform/identity/caller';

/** From which side an organization looks: at its vendors (VRM) or at itself. The caller's entitlement decides, never the request alone. */
export interface View {
  name: 'VRM' | 'SELF';
  /** As stored. */
  number: 1 | 2;
  /** As ORNs write it. */
  orn: 'vrm' | 'self';
}

export const VRM_VIEW = { name: 'VRM', number: 1, orn: 'vrm' } as const satisfies View;
export const SELF_VIEW = { name: 'SELF', number: 2, orn: 'self' } as const satisfies View;

/** What the caller sees of observations. */
export function viewOf(caller: Caller): View {
  return hasVrm(caller.organization) ? VRM_VIEW : SELF_VIEW;
}
