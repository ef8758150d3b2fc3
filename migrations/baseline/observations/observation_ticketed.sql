-- Copies the tickets of observations to their states, in lower case.
CREATE FUNCTION observation_ticketed() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  UPDATE observation_state s SET ticket_systems = t.systems, ticket_keys = t.keys
    FROM (SELECT DISTINCT organization_id, observation_id FROM touched_rows) m
   CROSS JOIN LATERAL (
     SELECT coalesce(array_agg(DISTINCT r.system_word), '{}') AS systems, coalesce(array_agg(DISTINCT r.key_word), '{}') AS keys
       FROM observation_reference r WHERE r.organization_id = m.organization_id AND r.observation_id = m.observation_id) t
   WHERE s.organization_id = m.organization_id AND s.observation_id = m.observation_id;
  RETURN NULL;
END $$;

CREATE TRIGGER observation_ticketed_insert AFTER INSERT ON observation_reference
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_ticketed();
CREATE TRIGGER observation_ticketed_update AFTER UPDATE ON observation_reference
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_ticketed();
CREATE TRIGGER observation_ticketed_delete AFTER DELETE ON observation_reference
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_ticketed();
