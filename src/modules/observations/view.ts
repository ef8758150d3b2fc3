import { hasVrm, type Caller } from '#platform/auth/caller';
import { OBSERVATION_VIEW, type ObservationView } from './observation.enums';
import type { OrnView } from './orn';

/** What the caller sees: decided here from its entitlement, never by the request. */
export interface View {
  member: ObservationView;
  /** As stored. */
  number: number;
  orn: OrnView;
}

export const VRM_VIEW: View = { member: 'OBSERVATION_VIEW_VRM', number: OBSERVATION_VIEW.toNumber('OBSERVATION_VIEW_VRM'), orn: 'vrm' };
export const SELF_VIEW: View = { member: 'OBSERVATION_VIEW_SELF', number: OBSERVATION_VIEW.toNumber('OBSERVATION_VIEW_SELF'), orn: 'self' };

export function viewOf(caller: Caller): View {
  return hasVrm(caller.organization) ? VRM_VIEW : SELF_VIEW;
}
