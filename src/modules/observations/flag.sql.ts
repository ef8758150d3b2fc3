import { ACTOR } from '#vocabulary/observation.enums';

/**
 * Flags the observations of the sub-select, and counts newly and already flagged ones. $1 is the organization; actorPlace is
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
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM flagged) AS "flaggedCount",
           (SELECT count(*)::int FROM matching) - (SELECT count(*)::int FROM flagged) AS "alreadyFlaggedCount"`;
}
