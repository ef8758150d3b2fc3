import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#platform/audit/record-audit';
import { lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { flagStatement } from '../flag.sql';
import { GROUP_KEYS } from '../groups.sql';
import { ObservationGroupNotFound } from '../observation.errors';
import { selectByFilter, WRITE_LIMITS } from '../observation-target';
import { printGroupOrn } from '../orn';
import { assertLiveEntitlement, ownGroupOrn } from '../orn-access';
import { VRM_VIEW, SELF_VIEW, viewOf } from '#vocabulary/view';
import type { FlagObservationGroupsRequest, FlagObservationGroupsResponse } from './flag-observation-groups.dto';

export class FlagObservationGroups extends Command<FlagObservationGroupsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: FlagObservationGroupsRequest,
  ) {
    super();
  }
}

interface GroupKeys {
  views: number[];
  keys: string[];
}

/** $1 organization, $2 views, $3 keys. */
const FLAG_GROUPS = `
  WITH wanted AS (SELECT * FROM unnest($2::smallint[], $3::text[]) AS w(view, group_key)),
  flagged AS (
    UPDATE observation_group g SET flagged_at = now() FROM wanted w
     WHERE g.organization_id = $1 AND g.view = w.view AND g.group_key = w.group_key AND g.flagged_at IS NULL
    RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM flagged) AS "flaggedCount", (SELECT count(*)::int FROM wanted) - (SELECT count(*)::int FROM flagged) AS "alreadyFlaggedCount"`;

const OPEN_OF_GROUPS = `
  SELECT o.id FROM unnest($2::smallint[], $3::text[]) AS w(view, group_key)
    JOIN observation o ON o.organization_id = $1 AND o.view = w.view AND o.group_key = w.group_key AND o.is_open AND o.is_listed
  UNION
  SELECT o.id FROM unnest($2::smallint[], $3::text[]) AS w(view, group_key)
    JOIN observation_cve c ON c.organization_id = $1 AND c.cve_id = w.group_key AND c.is_further
    JOIN observation o ON o.organization_id = $1 AND o.id = c.observation_id AND o.view = w.view AND o.is_open AND o.is_listed`;

@CommandHandler(FlagObservationGroups)
export class FlagObservationGroupsHandler implements ICommandHandler<FlagObservationGroups> {
  constructor(private readonly database: Database) {}

  execute({ caller, request }: FlagObservationGroups): Promise<FlagObservationGroupsResponse> {
    return this.database.transaction(
      caller.organizationId,
      async (tx) => {
        await lockObservations(tx, caller.organizationId);
        const { views, keys } = await findGroups(tx, caller, request);
        const [counts] = await tx.query<FlagObservationGroupsResponse[]>(FLAG_GROUPS, [caller.organizationId, views, keys]);
        await tx.query(flagStatement(OPEN_OF_GROUPS, 4), [caller.organizationId, views, keys, caller.clientId, caller.credentialName]);
        const { domain: owner } = caller.organization;
        const targets = keys.map((key, index) => ({
          type: 'observationGroup',
          id: printGroupOrn({ view: views[index] === VRM_VIEW.number ? 'vrm' : 'self', key, owner }),
          displayName: key,
        }));
        await recordAudit(tx, caller, { targets });
        return counts as FlagObservationGroupsResponse;
      },
      WRITE_LIMITS,
    );
  }
}

async function findGroups(tx: EntityManager, caller: Caller, { groupOrns, filters }: FlagObservationGroupsRequest): Promise<GroupKeys> {
  if (groupOrns && groupOrns.length > 0) return findNamed(tx, caller, [...new Set(groupOrns)]);
  if (filters === undefined || (Array.isArray(filters) && filters.length === 0)) {
    const description = 'give groupOrns, or filters with at least one entry';
    throw new InvalidArgument(`Say which groups: ${description}.`, 'TARGET_MISSING', [{ field: 'groupOrns', description }]);
  }
  const { where, params } = selectByFilter(caller, filters);
  const rows = await tx.query<{ key: string }[]>(
    `SELECT DISTINCT unnest(${GROUP_KEYS}) AS key FROM observation o WHERE ${where} AND o.is_open ORDER BY 1`,
    params,
  );
  return { views: rows.map(() => viewOf(caller).number), keys: rows.map((row) => row.key) };
}

async function findNamed(tx: EntityManager, caller: Caller, names: readonly string[]): Promise<GroupKeys> {
  const orns = names.map((text, index) => ({ text, ...ownGroupOrn(caller, text, `groupOrns[${index}]`) }));
  await assertLiveEntitlement(tx, caller, orns);
  // The same group can be named in several spellings of its owner.
  const groups = [...new Map(orns.map((orn) => [`${orn.view} ${orn.key}`, orn])).values()];
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
