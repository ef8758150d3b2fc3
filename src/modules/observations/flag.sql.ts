import { firstIds } from './observation-audit';
import { ACTION, ACTOR } from '#shared/observation.enums';

/**
 * Flags the observations of the sub-select, counts newly and already flagged ones, and returns the first ids
 * that it flagged. $1 is the organization; actorPlace is
 * the placeholder number of the actor. The caller holds lockObservations, so no concurrent flag can conflict.
 */
export function flagStatement(ids: string, actorPlace: number): string {
  return `
    WITH matching AS MATERIALIZED (${ids}),
    flagged AS (
      INSERT INTO observation_flag (organization_id, observation_id, flagged_at, actor_type, actor_id, actor_name)
      SELECT $1, m.id, now(), ${ACTOR.API_CLIENT}, $${actorPlace}, $${actorPlace + 1} FROM matching m
       WHERE NOT EXISTS (SELECT 1 FROM observation_flag f WHERE f.organization_id = $1 AND f.observation_id = m.id)
       ORDER BY m.id
      RETURNING observation_id
    )
    SELECT (SELECT count(*)::int FROM flagged) AS "flaggedCount",
           (SELECT count(*)::int FROM matching) - (SELECT count(*)::int FROM flagged) AS "alreadyFlaggedCount",
           ${firstIds('flagged', 'observation_id')}`;
}

/**
 * Removes the flags of what the sub-select names, and counts both kinds. The flag was its own history entry, so it is copied
 * into the history before the entry of its removal. Parameters and locking are those of flagStatement.
 */
export function unflagStatement(ids: string, actorPlace: number): string {
  return `
    WITH matching AS MATERIALIZED (${ids}),
    unflagged AS (
      DELETE FROM observation_flag f USING matching m
       WHERE f.organization_id = $1 AND f.observation_id = m.id
      RETURNING f.observation_id, f.flagged_at, f.actor_type, f.actor_id, f.actor_name
    ),
    recorded AS (
      INSERT INTO observation_action (organization_id, observation_id, id, action_type, occurred_at, actor_type, actor_id, actor_name)
      SELECT $1, observation_id, uuid_v7(), ${ACTION.FLAGGED}, flagged_at, actor_type, actor_id, actor_name FROM unflagged
      UNION ALL
      SELECT $1, observation_id, uuid_v7(), ${ACTION.UNFLAGGED}, now(), ${ACTOR.API_CLIENT}, $${actorPlace}, $${actorPlace + 1} FROM unflagged
    )
    SELECT (SELECT count(*)::int FROM unflagged) AS "unflaggedCount",
           (SELECT count(*)::int FROM matching) - (SELECT count(*)::int FROM unflagged) AS "notFlaggedCount",
           ${firstIds('unflagged', 'observation_id')}`;
}
