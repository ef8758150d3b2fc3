CREATE FUNCTION change_beside_observation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN

  WITH touched AS MATERIALIZED (SELECT organization_id, observation_id AS resource_id FROM touched_rows),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  UPDATE change c SET set_id = m.id
    FROM (SELECT DISTINCT organization_id, resource_id FROM touched) t JOIN made m ON m.organization_id = t.organization_id
   WHERE c.organization_id = t.organization_id AND c.kind IN (1, 11) AND c.resource_id = t.resource_id
     AND NOT c.is_removed AND c.set_id <> m.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_beside_observation() FROM PUBLIC;

CREATE TRIGGER change_beside_observation_insert AFTER INSERT ON observation_flag
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_observation();
CREATE TRIGGER change_beside_observation_delete AFTER DELETE ON observation_flag
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_observation();
CREATE TRIGGER change_beside_observation_update AFTER UPDATE ON observation_flag
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_observation();
CREATE TRIGGER change_beside_observation_update AFTER UPDATE ON observation_state
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION change_beside_observation();
