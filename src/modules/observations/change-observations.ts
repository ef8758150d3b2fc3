import type { EntityManager } from 'typeorm';
import type { Database } from '#platform/database/database';
import { lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { findNamed, namesOf, selectMatching, WRITE_LIMITS, type NamedObservation, type Target } from './observation-target';
import { readObservationFilters } from './read-observation-filters';

/** The observations to change, as a sub-select of their ids with its parameters; $1 is the organization. */
export interface Selected {
  ids: string;
  params: unknown[];
  /** The named observations; undefined when a filter selects them. */
  named?: readonly NamedObservation[];
}

/** Changes a target in one transaction: named observations all or nothing, or the open ones that match a filter. */
export function changeObservations<Answer>(
  database: Database,
  caller: Caller,
  target: Target,
  change: (tx: EntityManager, selected: Selected) => Promise<Answer>,
): Promise<Answer> {
  const names = namesOf(target);
  const filter = names ? undefined : readObservationFilters(caller, target.filters);
  return database.transaction(
    caller.organizationId,
    async (tx) => {
      await lockObservations(tx, caller.organizationId);
      if (filter) {
        const matching = await selectMatching(tx, caller, filter, 'o.id', 'OBSERVATION_MODE_OPEN');
        return matching.within(() => change(tx, { ids: matching.sql, params: matching.params }));
      }
      const named = await findNamed(tx, caller, names ?? []);
      const params = [caller.organizationId, named.map((observation) => observation.id)];
      return change(tx, { ids: 'SELECT DISTINCT unnest($2::uuid[]) AS id', params, named });
    },
    WRITE_LIMITS,
  );
}
