import { MAX_REFERENCES } from '#shared/external-reference.dto';
import { ACTION, ACTOR } from '#shared/observation.enums';
import { firstIds } from '../observation-audit';

/**
 * Sets and removes references of the observations of a sub-select and records the comment. $1 is the organization; from
 * `place` on: references to set, to remove, comment, actor id and name.
 */
export function annotateStatement(ids: string, place: number): string {
  const [set, unset, comment, actorId, actorName] = [0, 1, 2, 3, 4].map((index) => `$${place + index}`) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const reference = `jsonb_strip_nulls(jsonb_build_object('system', system, 'key', key, 'url', url))`;
  return `
    WITH matching AS MATERIALIZED (${ids}),
    wanted AS MATERIALIZED (
      SELECT DISTINCT ON (lower(w.system), lower(w.key)) w.* FROM jsonb_to_recordset(${set}::jsonb) AS w (system text, key text, url text)
    ), unwanted AS MATERIALIZED (
      SELECT lower(u.system) AS system_word, lower(u.key) AS key_word FROM jsonb_to_recordset(${unset}::jsonb) AS u (system text, key text)
      EXCEPT SELECT lower(system), lower(key) FROM wanted
    ), overfull AS (
      SELECT m.id FROM matching m JOIN observation_reference r ON r.organization_id = $1 AND r.observation_id = m.id
       WHERE (r.system_word, r.key_word) NOT IN (SELECT system_word, key_word FROM unwanted)
         AND (r.system_word, r.key_word) NOT IN (SELECT lower(system), lower(key) FROM wanted)
       GROUP BY m.id HAVING count(*) + (SELECT count(*) FROM wanted) > ${MAX_REFERENCES}
    ), added AS (
      INSERT INTO observation_reference AS r (organization_id, observation_id, system, key, url)
      SELECT $1, m.id, w.system, w.key, w.url FROM matching m CROSS JOIN wanted w
       ORDER BY 2, 3, 4
      ON CONFLICT (organization_id, observation_id, system_word, key_word) DO UPDATE SET system = excluded.system, key = excluded.key, url = excluded.url
       WHERE (r.system, r.key, r.url) IS DISTINCT FROM (excluded.system, excluded.key, excluded.url)
      RETURNING observation_id, system, key, url
    ), removed AS (
      DELETE FROM observation_reference r USING matching m, unwanted u
       WHERE r.organization_id = $1 AND r.observation_id = m.id AND r.system_word = u.system_word AND r.key_word = u.key_word
      RETURNING r.observation_id, r.system, r.key, r.url
    ), referenced AS (
      SELECT observation_id, jsonb_strip_nulls(jsonb_build_object('externalReferences', jsonb_agg(reference) FILTER (WHERE is_set),
                                                                  'removedExternalReferences', jsonb_agg(reference) FILTER (WHERE NOT is_set))) AS details
        FROM (SELECT observation_id, true AS is_set, ${reference} AS reference FROM added
              UNION ALL SELECT observation_id, false, ${reference} FROM removed) c
       GROUP BY observation_id
    ), changed AS MATERIALIZED (
      SELECT id FROM matching WHERE ${comment}::text IS NOT NULL UNION SELECT observation_id FROM referenced
    ), recorded AS (
      INSERT INTO observation_action (organization_id, observation_id, id, action_type, occurred_at, actor_type, actor_id, actor_name, comment, details)
      SELECT $1, id, uuid_v7(), ${ACTION.COMMENTED}, now(), ${ACTOR.API_CLIENT}, ${actorId}, ${actorName}, ${comment}::text, NULL::jsonb
        FROM matching WHERE ${comment}::text IS NOT NULL
      UNION ALL
      SELECT $1, observation_id, uuid_v7(), ${ACTION.REFERENCE_CHANGED}, now(), ${ACTOR.API_CLIENT}, ${actorId}, ${actorName}, NULL, details FROM referenced
    ), touched AS (
      UPDATE observation_state s SET updated_at = greatest(s.updated_at, statement_timestamp())
        FROM changed c WHERE s.organization_id = $1 AND s.observation_id = c.id
    )
    SELECT (SELECT count(*)::int FROM changed) AS "updatedCount",
           (SELECT count(*)::int FROM matching) - (SELECT count(*)::int FROM changed) AS "unchangedCount",
           ARRAY(SELECT id FROM overfull LIMIT 100) AS overfull, ${firstIds('changed', 'id')}`;
}
