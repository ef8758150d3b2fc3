CREATE FUNCTION observation_state_flagged() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  UPDATE observation_state s
     SET updated_at = greatest(s.updated_at, statement_timestamp()), flagged_at = CASE WHEN TG_OP = 'INSERT' THEN f.flagged_at END
    FROM touched_rows f WHERE s.organization_id = f.organization_id AND s.observation_id = f.observation_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER observation_state_flagged_insert AFTER INSERT ON observation_flag
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_state_flagged();
CREATE TRIGGER observation_state_flagged_delete AFTER DELETE ON observation_flag
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_state_flagged();
