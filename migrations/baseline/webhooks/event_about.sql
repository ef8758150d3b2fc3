-- Writes an event about resources, in rows of at most 500 of them.
CREATE FUNCTION event_about(p_organization uuid, p_type text, p_kind integer, p_ids uuid[], p_keys text[], p_data jsonb DEFAULT NULL::jsonb) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  FOR place IN 1 .. greatest(coalesce(array_length(p_ids, 1), 0), coalesce(array_length(p_keys, 1), 0)) BY 500 LOOP
    INSERT INTO change_event (organization_id, set_id, event_type, kind, ids, keys, data)
    VALUES (p_organization, change_set_of(p_organization), p_type, p_kind, p_ids[place:place + 499], p_keys[place:place + 499], p_data);
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION event_about(uuid, text, integer, uuid[], text[], jsonb) FROM PUBLIC;
