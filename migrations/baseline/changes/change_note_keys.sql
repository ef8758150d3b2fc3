-- The same as change_note for resources that have a key instead of an id.
CREATE FUNCTION change_note_keys(p_organization uuid, p_kind smallint, p_keys text[], p_removed boolean[]) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM change_note(p_organization, p_kind, ARRAY(SELECT change_key(key) FROM unnest(p_keys) AS t (key)), p_keys, p_removed);
END
$$;
REVOKE ALL ON FUNCTION change_note_keys(uuid, smallint, text[], boolean[]) FROM PUBLIC;
