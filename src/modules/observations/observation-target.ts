import { In, type EntityManager } from 'typeorm';
import type { Caller } from '#platform/identity/caller';
import { InvalidArgument } from '#platform/errors/api-error';
import { within } from '#platform/filters/filter-too-broad';
import type { FilterList } from '#platform/filters/filter-tree';
import type { ObservationMode } from '#shared/observation.enums';
import { ObservationEntity } from './observation.entity';
import { ObservationNotFound } from './observation.errors';
import { selectObservations } from './observation-query';
import { observationIdOf } from '#shared/orn';
import { assertLiveEntitlement, ownOrns } from './orn-access';
import { estimateFilter, MAX_ENTRIES, readingIn } from './search/estimate';
import { everyMatch } from './search/every-match';
import { viewOf, VRM_VIEW } from '#shared/view';

/** The observations that a write applies to: listed by ORN, or all that a filter matches. */
export interface Target {
  observationOrns?: string[];
  filters?: unknown;
}

export interface NamedObservation {
  orn: string;
  id: string;
  status: number;
}

/** Writes may take longer than reads: a filter can match hundreds of thousands of rows. */
export const WRITE_LIMITS = { statementMs: 120_000, lockMs: 10_000 };

/** The ORNs of a target, or undefined when it is a filter. A request without either is refused: an empty target must never mean everything. */
export function namesOf({ observationOrns, filters }: Target): string[] | undefined {
  if (observationOrns && observationOrns.length > 0) return observationOrns;
  if (Array.isArray(filters) ? filters.length > 0 : filters !== undefined) return undefined;
  const description = 'give observationOrns, or filters with at least one entry';
  throw new InvalidArgument(`The target is missing: ${description}.`, 'TARGET_MISSING', [
    { field: 'observationOrns', description },
    { field: 'filters', description },
  ]);
}

/** Looks up observations by ORN; any that is malformed, of another organization or unknown fails the whole call. */
export async function findNamed(tx: EntityManager, caller: Caller, names: readonly string[]): Promise<NamedObservation[]> {
  const orns = ownOrns(caller, 'observationOrns', names);
  await assertLiveEntitlement(tx, caller, orns);
  const rows = await tx.find(ObservationEntity, {
    select: { id: true, view: true, approvalStatus: true },
    where: { organizationId: caller.organizationId, id: In(orns.map(observationIdOf)), isListed: true },
  });
  const found = new Map(rows.map((row) => [`${row.view === VRM_VIEW.number ? 'vrm' : 'self'} ${row.id}`, row]));
  return orns.map((orn) => {
    const row = found.get(`${orn.view} ${orn.key}`);
    if (!row) throw new ObservationNotFound(orn.text);
    return { orn: orn.text, id: row.id, status: row.approvalStatus };
  });
}

export interface Matching {
  sql: string;
  params: unknown[];
  /** Runs a statement on these observations, and names the rule at fault when it exceeds its timeout. */
  within: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Selects all observations that a filter matches in a mode, in the same way as lists. */
export async function selectMatching(
  tx: EntityManager,
  caller: Caller,
  filter: FilterList,
  columns: string,
  mode: ObservationMode,
): Promise<Matching> {
  const view = viewOf(caller);
  const selection = selectObservations(caller.organizationId, view, filter);
  const estimate = await estimateFilter(readingIn(tx), caller.organizationId, view, filter, mode, MAX_ENTRIES.every);
  return { ...everyMatch(estimate, selection, columns), within: (work) => within(estimate.broadestRule, work) };
}
