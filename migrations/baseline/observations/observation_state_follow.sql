-- Keeps one state for each observation, with copies of the columns by which lists of states are read, and the date until which it is due.
CREATE FUNCTION observation_state_follow() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO observation_state (organization_id, observation_id, view, is_open, is_listed, updated_at, due_at, first_seen, created_at, severity)
    SELECT a.organization_id, a.id, a.view, a.is_open, a.is_listed, a.updated_at,
           observation_due(p.days, a.severity, a.first_seen, a.is_known_exploited, a.enrichment), a.first_seen, a.created_at, a.severity
      FROM added a LEFT JOIN remediation_policy p ON p.organization_id = a.organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE observation_state s
       SET view = a.view, is_open = a.is_open, is_listed = a.is_listed, updated_at = greatest(s.updated_at, a.updated_at),
           due_at = coalesce(s.set_due_at, observation_due(p.days, a.severity, a.first_seen, a.is_known_exploited, a.enrichment)),
           first_seen = a.first_seen, created_at = a.created_at, severity = a.severity
      FROM (SELECT organization_id, id, view, is_open, is_listed, updated_at, severity, first_seen, created_at, is_known_exploited,
                   CASE WHEN is_known_exploited THEN enrichment END AS enrichment FROM added
            EXCEPT
            SELECT organization_id, id, view, is_open, is_listed, updated_at, severity, first_seen, created_at, is_known_exploited,
                   CASE WHEN is_known_exploited THEN enrichment END FROM removed) a
      LEFT JOIN remediation_policy p ON p.organization_id = a.organization_id
     WHERE s.organization_id = a.organization_id AND s.observation_id = a.id;
  ELSE
    DELETE FROM observation_state s USING removed o WHERE s.organization_id = o.organization_id AND s.observation_id = o.id;
    DELETE FROM observation_reference r USING removed o WHERE r.organization_id = o.organization_id AND r.observation_id = o.id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER observation_state_follow_insert AFTER INSERT ON observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_follow();
CREATE TRIGGER observation_state_follow_update AFTER UPDATE ON observation
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_follow();
CREATE TRIGGER observation_state_follow_delete AFTER DELETE ON observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_state_follow();
