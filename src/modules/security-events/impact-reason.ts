import { isOverridden } from './impact';
import type { VendorResponseStatus } from './security-event.enums';

/** The facts about a company and an event. Each of them can decide the impact. */
export interface ImpactFacts {
  said: VendorResponseStatus | undefined;
  /** Whether the caller recorded the response for the company. */
  isOnBehalf?: boolean;
  isNamedVictim: boolean;
  openCount: number;
  closedCount: number;
  viaFourthPartyDomain: string | undefined;
}

const SAID: Readonly<Record<VendorResponseStatus, string>> = {
  VENDOR_RESPONSE_STATUS_UNDER_INVESTIGATION: 'says that it is investigating',
  VENDOR_RESPONSE_STATUS_NOT_AFFECTED: 'says that it is not affected',
  VENDOR_RESPONSE_STATUS_AFFECTED: 'says that it is affected',
  VENDOR_RESPONSE_STATUS_MITIGATED: 'says that it was affected and has contained the effects',
  VENDOR_RESPONSE_STATUS_FIXED: 'says that it was affected and has fixed the cause',
};

export function saidReason(said: VendorResponseStatus, isOnBehalf = false): string {
  return `The company ${SAID[said]}${isOnBehalf ? ', as you recorded' : ''}.`;
}

export const VICTIM_REASON = 'Named as a victim of the event.';

export function viaReason(fourthParty: string): string {
  return `Depends on ${fourthParty}, which is named as a victim of the event.`;
}

/** The fact that decided the impact, in order of precedence. */
export function impactReason(facts: ImpactFacts): string {
  if (facts.said && isOverridden(facts.said)) return saidReason(facts.said, facts.isOnBehalf);
  if (facts.isNamedVictim) return VICTIM_REASON;
  if (facts.openCount > 0) return `${observations(facts.openCount, 'open')} with a vulnerability of the event.`;
  if (facts.viaFourthPartyDomain !== undefined) return viaReason(facts.viaFourthPartyDomain);
  if (facts.closedCount > 0) return `${observations(facts.closedCount, 'resolved')} with a vulnerability of the event, and none is open.`;
  return 'No record links the company to the event.';
}

function observations(count: number, state: string): string {
  return count === 1 ? `1 ${state} observation` : `${count} ${state} observations`;
}
