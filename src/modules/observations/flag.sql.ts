/** Flags what the sub-select names, and counts both kinds. $1 is the organization; the actor's place is given. */
export function flagStatement(ids: string, actorPlace: number): string {
  return `
    WITH matching AS MATERIALIZED (${ids}),
    flagged AS (
      INSERT INTO observation_flag (organization_id, observation_id, flagged_at, actor_type, actor_id, actor_name)
      SELECT $1, id, now(), 1, $${actorPlace}, $${actorPlace + 1} FROM matching ORDER BY id
      ON CONFLICT (organization_id, observation_id) DO NOTHING
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM flagged) AS "flaggedCount",
           (SELECT count(*)::int FROM matching) - (SELECT count(*)::int FROM flagged) AS "alreadyFlaggedCount"`;
}
