import type { Caller } from '#platform/identity/caller';
import { hasVrm } from '#platform/identity/has-vrm';
import { OBSERVATION_VIEW } from './observation.enums';

/** The view of an organization: its vendors (VRM) or itself. The caller's entitlement decides, never the request alone. */
export interface View {
  name: 'VRM' | 'SELF';
  /** As stored. */
  number: number;
  /** As written in ORNs. */
  orn: 'vrm' | 'self';
}

export const VRM_VIEW = { name: 'VRM', number: OBSERVATION_VIEW.stored.VRM, orn: 'vrm' } as const satisfies View;
export const SELF_VIEW = { name: 'SELF', number: OBSERVATION_VIEW.stored.SELF, orn: 'self' } as const satisfies View;

/** The caller's view of observations. */
export function viewOf(caller: Caller): View {
  return hasVrm(caller.organization) ? VRM_VIEW : SELF_VIEW;
}
