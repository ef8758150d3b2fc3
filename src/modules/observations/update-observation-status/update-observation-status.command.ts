import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { settleScores } from '#modules/scores/settle-scores';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { ACTION, ACTOR, APPROVAL, APPROVAL_STATUS } from '#shared/observation.enums';
import { firstIds, observationTargets } from '../observation-audit';
import { InvalidTransition } from '../observation.errors';
import type { FilterList } from '#platform/filters/filter-tree';
import { findNamed, namesOf, selectMatching, WRITE_LIMITS, type NamedObservation } from '../observation-target';
import { readObservationFilters } from '../read-observation-filters';
import type { UpdateObservationStatusRequest, UpdateObservationStatusResponse } from './update-observation-status.dto';

export class UpdateObservationStatus extends Command<UpdateObservationStatusResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: UpdateObservationStatusRequest,
  ) {
    super();
  }
}

const { BACKLOG, RESOLVED, EXCLUDED } = APPROVAL;
/** The history action for a move to a status. */
const ACTION_OF: Record<number, number> = { [BACKLOG]: ACTION.REOPENED, [RESOLVED]: ACTION.RESOLVED };

/** Whether the transition from one status to another is allowed. */
function mayMove(from: number, to: number): boolean {
  return to === BACKLOG ? from >= RESOLVED : from < RESOLVED;
}

@CommandHandler(UpdateObservationStatus)
export class UpdateObservationStatusHandler implements ICommandHandler<UpdateObservationStatus> {
  constructor(private readonly database: Database) {}

  execute({ caller, request }: UpdateObservationStatus): Promise<UpdateObservationStatusResponse> {
    const target = APPROVAL_STATUS.toNumber(request.approvalStatus);
    if (target === EXCLUDED && !request.comment) {
      const description = 'is required for APPROVAL_STATUS_EXCLUDED';
      throw new InvalidArgument(`comment ${description}.`, 'COMMENT_REQUIRED', [{ field: 'comment', description }]);
    }
    const names = namesOf(request);
    const filter = names ? undefined : readObservationFilters(caller, request.filters);
    return this.database.transaction(
      caller.organizationId,
      async (tx) => {
        await lockObservations(tx, caller.organizationId);
        const answer = filter
          ? await moveMatching(tx, caller, filter, target, request)
          : await moveNamed(tx, caller, names ?? [], target, request);
        await settleScores(tx, caller.organizationId);
        return answer;
      },
      WRITE_LIMITS,
    );
  }
}

type Counts = Pick<UpdateObservationStatusResponse, 'updatedCount' | 'unchangedCount'>;

/** By filter, observations that cannot move stay unchanged and are reported. */
async function moveMatching(
  tx: EntityManager,
  caller: Caller,
  filter: FilterList,
  target: number,
  request: UpdateObservationStatusRequest,
): Promise<UpdateObservationStatusResponse> {
  const { sql, params, within } = await selectMatching(tx, caller, filter, 'o.id, o.approval_status', 'OBSERVATION_MODE_ALL');
  const movable = `(o.approval_status ${target === BACKLOG ? '>=' : '<'} ${RESOLVED} OR o.approval_status = ${target})`;
  const matching = `SELECT o.id, o.approval_status FROM (${sql}) o WHERE ${movable}`;
  return within(async () => {
    const stuck = await tx.query<{ status: number; count: number }[]>(
      `SELECT o.approval_status AS status, count(*)::int AS count FROM (${sql}) o WHERE NOT ${movable} GROUP BY 1 ORDER BY 1`,
      params,
    );
    return {
      ...(await move(tx, caller, target, request, matching, params)),
      skippedCount: stuck.reduce((sum, { count }) => sum + count, 0),
      skipped: stuck.map(({ status, count }) => ({ approvalStatus: APPROVAL_STATUS.toMember(status), count })),
    };
  });
}

async function moveNamed(
  tx: EntityManager,
  caller: Caller,
  names: readonly string[],
  target: number,
  request: UpdateObservationStatusRequest,
): Promise<UpdateObservationStatusResponse> {
  const found = await findNamed(tx, caller, names);
  const stuck = found.filter(({ status }) => status !== target && !mayMove(status, target));
  if (stuck.length > 0)
    throw new InvalidTransition(
      request.approvalStatus,
      stuck.map((observation) => observation.orn),
    );
  const ids = `SELECT o.id, o.approval_status FROM observation o WHERE o.organization_id = $1 AND o.id = ANY($2::uuid[])`;
  const params = [caller.organizationId, found.map((observation) => observation.id)];
  const counts = await move(tx, caller, target, request, ids, params, found);
  return { ...counts, skippedCount: 0, skipped: [] };
}

async function move(
  tx: EntityManager,
  caller: Caller,
  target: number,
  request: UpdateObservationStatusRequest,
  matching: string,
  params: unknown[],
  named?: readonly NamedObservation[],
): Promise<Counts> {
  const place = params.length;
  const sql = `
    WITH matching AS MATERIALIZED (${matching}),
    moved AS (
      UPDATE observation o
         SET approval_status = ${target}, resolved_at = ${target >= RESOLVED ? 'now()' : 'NULL'}, updated_at = now()
        FROM matching m
       WHERE o.organization_id = $1 AND o.id = m.id AND m.approval_status <> ${target}
      RETURNING o.id, m.approval_status AS old_status
    ), recorded AS (
      INSERT INTO observation_action (organization_id, observation_id, id, action_type, occurred_at, actor_type, actor_id, actor_name, from_status, to_status, comment)
      SELECT $1, id, uuid_v7(), ${ACTION_OF[target] ?? ACTION.STATUS_CHANGED}, now(), ${ACTOR.API_CLIENT}, $${place + 1}, $${place + 2}, old_status, ${target}, $${place + 3} FROM moved
    )
    SELECT (SELECT count(*)::int FROM moved) AS "updatedCount", (SELECT count(*)::int FROM matching) - (SELECT count(*)::int FROM moved) AS "unchangedCount",
           ${firstIds('moved', 'id')}`;
  const actor = [caller.clientId, caller.credentialName];
  const [moved] = await tx.query<[Counts & { ids: string[] }]>(sql, [...params, ...actor, request.comment ?? null]);
  const { ids, ...counts } = moved;
  await recordAudit(tx, caller, {
    targets: observationTargets(caller, ids, named),
    targetCount: counts.updatedCount,
    changes: changesBetween(undefined, { approvalStatus: request.approvalStatus, comment: request.comment }),
  });
  return counts;
}
