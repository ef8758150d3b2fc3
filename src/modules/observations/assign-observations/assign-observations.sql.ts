import { isoTimeSql } from '#platform/database/iso-time';
import { ACTION, ACTOR } from '#shared/observation.enums';
import { firstIds } from '../observation-audit';

/**
 * Assigns the observations of a sub-select. $1 is the organization; from `place` on: whether the assignee is set, the assignee,
 * whether the due date is set, the due date, actor id and name.
 */
export function assignStatement(ids: string, place: number): string {
  const [setsAssignee, assignee, setsDue, due, actorId, actorName] = [0, 1, 2, 3, 4, 5].map((index) => `$${place + index}`) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return `
    WITH matching AS MATERIALIZED (${ids}),
    wanted AS MATERIALIZED (
      SELECT s.observation_id, CASE WHEN ${setsAssignee}::boolean THEN ${assignee}::text ELSE s.assignee END AS assignee,
             CASE WHEN ${setsDue}::boolean THEN ${due}::timestamptz(3) ELSE s.set_due_at END AS set_due_at
        FROM matching m JOIN observation_state s ON s.organization_id = $1 AND s.observation_id = m.id
    ), changed AS (
      UPDATE observation_state s
         SET assignee = w.assignee, set_due_at = w.set_due_at, updated_at = greatest(s.updated_at, statement_timestamp()),
             due_at = CASE WHEN ${setsDue}::boolean
                           THEN coalesce(w.set_due_at, observation_due(p.days, o.severity, o.first_seen, o.is_known_exploited, o.enrichment)) ELSE s.due_at END
        FROM wanted w
        JOIN observation o ON o.organization_id = $1 AND o.id = w.observation_id
        LEFT JOIN remediation_policy p ON p.organization_id = $1
       WHERE s.organization_id = $1 AND s.observation_id = w.observation_id AND (s.assignee, s.set_due_at) IS DISTINCT FROM (w.assignee, w.set_due_at)
      RETURNING s.observation_id AS id, jsonb_strip_nulls(jsonb_build_object('assignee', s.assignee, 'dueAt', ${isoTimeSql('s.due_at')})) AS details
    ), recorded AS (
      INSERT INTO observation_action (organization_id, observation_id, id, action_type, occurred_at, actor_type, actor_id, actor_name, details)
      SELECT $1, id, uuid_v7(), ${ACTION.ASSIGNED}, now(), ${ACTOR.API_CLIENT}, ${actorId}, ${actorName}, details FROM changed
    )
    SELECT (SELECT count(*)::int FROM changed) AS "updatedCount",
           (SELECT count(*)::int FROM matching) - (SELECT count(*)::int FROM changed) AS "unchangedCount", ${firstIds('changed', 'id')}`;
}
