import type { EntityManager } from 'typeorm';
import type { AuditTarget } from '#platform/audit/record-audit';
import { InvalidArgument } from '#platform/errors/api-error';
import type { Caller } from '#platform/identity/caller';
import { SELF_VIEW, viewOf, VRM_VIEW } from '#shared/view';
import { GROUP_KEYS } from './groups.sql';
import { ObservationGroupNotFound } from './observation.errors';
import { selectMatching } from './observation-target';
import { printGroupOrn } from '#shared/orn';
import { assertLiveEntitlement, ownGroupOrns } from './orn-access';
import { readObservationFilters } from './read-observation-filters';

/** The groups that a write applies to: listed by ORN, or every group with an open observation that a filter matches. */
export interface GroupTarget {
  groupOrns?: string[];
  filters?: unknown;
}

interface GroupKeys {
  views: number[];
  keys: string[];
}

/** The open observations of groups. $1 organization, $2 views, $3 keys. */
export const OPEN_OF_GROUPS = `
  SELECT o.id FROM unnest($2::smallint[], $3::text[]) AS w(view, group_key)
    JOIN observation o ON o.organization_id = $1 AND o.view = w.view AND o.group_key = w.group_key AND o.is_open AND o.is_listed
  UNION
  SELECT o.id FROM unnest($2::smallint[], $3::text[]) AS w(view, group_key)
    JOIN observation_cve c ON c.organization_id = $1 AND c.cve_id = w.group_key AND c.is_further
    JOIN observation o ON o.organization_id = $1 AND o.id = c.observation_id AND o.view = w.view AND o.is_open AND o.is_listed`;

/** The groups of a target; any that is malformed, of another organization or unknown fails the whole call. */
export async function findGroups(tx: EntityManager, caller: Caller, { groupOrns, filters }: GroupTarget): Promise<GroupKeys> {
  if (groupOrns && groupOrns.length > 0) return findNamed(tx, caller, groupOrns);
  if (filters === undefined || (Array.isArray(filters) && filters.length === 0)) {
    const description = 'give groupOrns, or filters with at least one entry';
    throw new InvalidArgument(`The target is missing: ${description}.`, 'TARGET_MISSING', [{ field: 'groupOrns', description }]);
  }
  const { sql, params, within } = await selectMatching(
    tx,
    caller,
    readObservationFilters(caller, filters),
    `unnest(${GROUP_KEYS}) AS key`,
    'OBSERVATION_MODE_OPEN',
  );
  const rows = await within(() => tx.query<{ key: string }[]>(`SELECT DISTINCT key FROM (${sql}) k ORDER BY 1`, params));
  return { views: rows.map(() => viewOf(caller).number), keys: rows.map((row) => row.key) };
}

/** Groups as the audit log names them. */
export function groupTargets({ organization }: Caller, { views, keys }: GroupKeys): AuditTarget[] {
  return keys.map((key, index) => ({
    type: 'observationGroup',
    id: printGroupOrn({ view: (views[index] === VRM_VIEW.number ? VRM_VIEW : SELF_VIEW).orn, key, owner: organization.domain }),
    displayName: key,
  }));
}

async function findNamed(tx: EntityManager, caller: Caller, names: readonly string[]): Promise<GroupKeys> {
  const groups = ownGroupOrns(caller, 'groupOrns', names);
  await assertLiveEntitlement(tx, caller, groups);
  const views = groups.map((orn) => (orn.view === 'vrm' ? VRM_VIEW : SELF_VIEW).number);
  const keys = groups.map((orn) => orn.key);
  const rows = await tx.query<{ view: number; key: string }[]>(
    `SELECT g.view, g.group_key AS key FROM unnest($2::smallint[], $3::text[]) AS w(view, group_key)
       JOIN observation_group g ON g.organization_id = $1 AND g.view = w.view AND g.group_key = w.group_key
      WHERE g.open_count + g.closed_count > 0`,
    [caller.organizationId, views, keys],
  );
  const known = new Set(rows.map((row) => `${row.view} ${row.key}`));
  const missing = groups.find((orn, index) => !known.has(`${views[index]} ${orn.key}`));
  if (missing) throw new ObservationGroupNotFound(missing.text);
  return { views, keys };
}
