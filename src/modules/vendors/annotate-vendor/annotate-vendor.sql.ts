import { ACTOR } from '#shared/observation.enums';
import { VENDOR_ACTION } from '../vendor.enums';

const REFERENCE = `jsonb_strip_nulls(jsonb_build_object('system', system, 'key', key, 'url', url))`;

/** $1 organization, $2 vendor, $3 references to set, $4 to remove, $5 comment, $6 and $7 the actor's id and name. */
export const ANNOTATE = `
  WITH wanted AS MATERIALIZED (
    SELECT DISTINCT ON (lower(w.system), lower(w.key)) w.* FROM jsonb_to_recordset($3::jsonb) AS w (system text, key text, url text)
  ), added AS (
    INSERT INTO vendor_reference AS r (organization_id, vendor_id, system, key, url) SELECT $1, $2, w.system, w.key, w.url FROM wanted w
    ON CONFLICT (organization_id, vendor_id, system_word, key_word) DO UPDATE SET system = excluded.system, key = excluded.key, url = excluded.url
     WHERE (r.system, r.key, r.url) IS DISTINCT FROM (excluded.system, excluded.key, excluded.url)
    RETURNING system, key, url
  ), removed AS (
    DELETE FROM vendor_reference r
     USING (SELECT lower(u.system) AS system_word, lower(u.key) AS key_word FROM jsonb_to_recordset($4::jsonb) AS u (system text, key text)
            EXCEPT SELECT lower(system), lower(key) FROM wanted) u
     WHERE r.organization_id = $1 AND r.vendor_id = $2 AND r.system_word = u.system_word AND r.key_word = u.key_word
    RETURNING r.system, r.key, r.url
  ), entry AS (
    SELECT ${VENDOR_ACTION.COMMENTED} AS type, $5::text AS comment, NULL::jsonb AS details WHERE $5::text IS NOT NULL
    UNION ALL
    SELECT ${VENDOR_ACTION.REFERENCE_CHANGED}, NULL,
           jsonb_strip_nulls(jsonb_build_object('externalReferences', (SELECT jsonb_agg(${REFERENCE}) FROM added),
                                                'removedExternalReferences', (SELECT jsonb_agg(${REFERENCE}) FROM removed)))
     WHERE EXISTS (SELECT 1 FROM added) OR EXISTS (SELECT 1 FROM removed)
  ), recorded AS (
    INSERT INTO vendor_action (organization_id, vendor_id, id, action_type, occurred_at, actor_type, actor_id, actor_name, comment, details)
    SELECT $1, $2, uuid_v7(), e.type, now(), ${ACTOR.API_CLIENT}, $6, $7, e.comment, e.details FROM entry e
  )
  UPDATE vendor SET updated_at = now() WHERE organization_id = $1 AND id = $2 AND EXISTS (SELECT 1 FROM entry)`;
