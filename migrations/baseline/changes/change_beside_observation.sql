-- Flags and the state of an observation are shown with it, and move it. What the triggers of an observation write to its state does not.
CREATE FUNCTION change_beside_observation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN

  PERFORM change_move(organization_id, ARRAY[kind_observation(), kind_own_observation()], array_agg(observation_id))
     FROM touched_rows GROUP BY organization_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_beside_observation() FROM PUBLIC;

CREATE TRIGGER change_beside_observation_insert AFTER INSERT ON observation_flag
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_observation();
CREATE TRIGGER change_beside_observation_update AFTER UPDATE ON observation_flag
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_observation();
CREATE TRIGGER change_beside_observation_delete AFTER DELETE ON observation_flag
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_observation();
CREATE TRIGGER change_beside_observation_update AFTER UPDATE ON observation_state
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION change_beside_observation();
