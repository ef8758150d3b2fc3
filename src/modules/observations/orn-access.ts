import type { EntityManager } from 'typeorm';
import { Problem, readEach } from '#platform/errors/read-each';
import type { Caller } from '#platform/identity/caller';
import { VrmEntitlementMissing } from '#shared/view.errors';
import { ornForm, OrnMalformed, OrnOfAnotherOrganization } from './observation.errors';
import { parseGroupOrn, parseOrn, type GroupOrn, type ObservationOrn, type OrnScope } from '#shared/orn';

/** An ORN of a request with its text. */
export type Named<Orn> = Orn & { text: string };

/** Parses the ORN of a request and checks, before any look-up, that the caller's organization owns it. */
export function ownOrn(caller: Caller, text: string): ObservationOrn {
  const orn = parseOrn(text);
  if (!orn) throw new OrnMalformed();
  assertOwner(caller, orn);
  return orn;
}

/** The same for a list, without duplicates. */
export function ownOrns(caller: Caller, field: string, texts: readonly string[]): Named<ObservationOrn>[] {
  return ownEach(caller, field, texts, parseOrn, 'observation');
}

export function ownGroupOrns(caller: Caller, field: string, texts: readonly string[]): Named<GroupOrn>[] {
  return ownEach(caller, field, texts, parseGroupOrn, 'observation-group');
}

/** A malformed ORN is reported before one of another organization, wherever they are in the list. */
function ownEach<Orn extends OrnScope & { key: string }>(
  caller: Caller,
  field: string,
  texts: readonly string[],
  parse: (text: string) => Orn | undefined,
  kind: 'observation' | 'observation-group',
): Named<Orn>[] {
  const problem = new Problem(ornForm(kind));
  const read = (text: string): Named<Orn> | Problem => {
    const orn = parse(text);
    return orn ? { ...orn, text } : problem;
  };
  const orns = readEach(field, texts, read, 'ORN_MALFORMED');
  for (const orn of orns) assertOwner(caller, orn);
  return [...new Map(orns.map((orn) => [`${orn.view} ${orn.key}`, orn])).values()];
}

function assertOwner(caller: Caller, { owner }: OrnScope): void {
  if (owner !== caller.organization.domain) throw new OrnOfAnotherOrganization();
}

/** Whether the VRM entitlement is active now, read from the database and never from a cache. */
export const LIVE_ENTITLEMENT = `SELECT vrm_enabled AND (vrm_until IS NULL OR vrm_until > now()) AS live FROM organization WHERE id = $1`;

export async function assertLiveEntitlement(tx: EntityManager, caller: Caller, orns: readonly { view: string }[]): Promise<void> {
  if (!orns.some((orn) => orn.view === 'vrm')) return;
  const [row] = await tx.query<{ live: boolean }[]>(LIVE_ENTITLEMENT, [caller.organizationId]);
  if (!row?.live) throw new VrmEntitlementMissing();
}
