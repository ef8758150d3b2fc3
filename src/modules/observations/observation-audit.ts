import type { Caller } from '#platform/identity/caller';
import { MAX_TARGETS, type AuditTarget } from '#platform/audit/record-audit';
import { viewOf } from '#shared/view';
import type { NamedObservation } from './observation-target';
import { printOrn } from '#shared/orn';

/** A column with the first changed ids of a CTE, as many as the audit log lists. */
export function firstIds(changed: string, id: string): string {
  return `ARRAY(SELECT ${id} FROM ${changed} LIMIT ${MAX_TARGETS}) AS ids`;
}

/** Observations as the audit log names them: as in the call, or in the view of its filter. */
export function observationTargets(caller: Caller, ids: readonly string[], named: readonly NamedObservation[] = []): AuditTarget[] {
  const orns = new Map(named.map(({ id, orn }) => [id, orn]));
  const owner = caller.organization.domain;
  return ids.map((key) => ({ type: 'observation', id: orns.get(key) ?? printOrn({ view: viewOf(caller).orn, key, owner }) }));
}
