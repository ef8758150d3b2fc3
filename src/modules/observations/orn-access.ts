import type { EntityManager } from 'typeorm';
import type { Caller } from '#platform/identity/caller';
import { OrnMalformed, OrnOfAnotherOrganization, VrmEntitlementMissing } from './observation.errors';
import { parseGroupOrn, parseOrn, type GroupOrn, type ObservationOrn } from './orn';

/** Parses the ORN of a request and checks, before any look-up, that the caller's organization owns it. */
export function ownOrn(caller: Caller, text: string, field = 'orn'): ObservationOrn {
  const orn = parseOrn(text);
  if (!orn) throw new OrnMalformed(field);
  if (orn.owner !== caller.organization.domain) throw new OrnOfAnotherOrganization();
  return orn;
}

export function ownGroupOrn(caller: Caller, text: string, field: string): GroupOrn {
  const orn = parseGroupOrn(text);
  if (!orn) throw new OrnMalformed(field, 'an observation group ORN: orn:1:observation-group:<vrm|self>:<key>:<owner domain>');
  if (orn.owner !== caller.organization.domain) throw new OrnOfAnotherOrganization();
  return orn;
}

/** Whether the VRM entitlement is active now, read from the database and never from a cache. */
export const LIVE_ENTITLEMENT = `SELECT vrm_enabled AND (vrm_until IS NULL OR vrm_until > now()) AS live FROM organization WHERE id = $1`;

export async function assertLiveEntitlement(tx: EntityManager, caller: Caller, orns: readonly { view: string }[]): Promise<void> {
  if (!orns.some((orn) => orn.view === 'vrm')) return;
  const [row] = await tx.query<{ live: boolean }[]>(LIVE_ENTITLEMENT, [caller.organizationId]);
  if (!row?.live) throw new VrmEntitlementMissing();
}
