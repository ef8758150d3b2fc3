import { firstIds } from './observation-audit';
import { ACTOR } from '#vocabulary/observation.enums';

/**
 * Flags what the sub-select names, counts both kinds, and gives the first ids that it flagged. $1 is the organization; the actor's place is given. Whoever flags
 * holds lockObservations: nobody else can flag the same ones meanwhile, and no row need be prepared for that.
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
