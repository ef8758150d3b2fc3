-- Adds resources of one kind to the feed or moves them to its end. A removed one that is still removed does not move.
-- The arrays have an element for each resource; p_keys is NULL for resources with an id of their own.
CREATE FUNCTION change_note(p_organization uuid, p_kind smallint, p_ids uuid[], p_keys text[], p_removed boolean[]) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  made bigint := change_set_of(p_organization);
BEGIN
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT p_organization, p_kind, t.id, t.key, made, t.is_removed
    FROM unnest(p_ids, p_keys, p_removed) AS t (id, key, is_removed)
   ORDER BY t.id
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
END
$$;
REVOKE ALL ON FUNCTION change_note(uuid, smallint, uuid[], text[], boolean[]) FROM PUBLIC;
