CREATE FUNCTION observation_state_reschedule(p_organization uuid) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  days integer[] := (SELECT p.days FROM remediation_policy p WHERE p.organization_id = p_organization);
  moved integer;
BEGIN
  UPDATE observation_state s
     SET due_at = d.due_at, updated_at = greatest(s.updated_at, statement_timestamp())
    FROM (SELECT o.id, observation_due(days, o.severity, o.first_seen, o.is_known_exploited, o.enrichment)::timestamptz(3) AS due_at
            FROM observation o WHERE o.organization_id = p_organization) d
   WHERE s.organization_id = p_organization AND s.observation_id = d.id AND s.set_due_at IS NULL AND s.due_at IS DISTINCT FROM d.due_at;
  GET DIAGNOSTICS moved = ROW_COUNT;
  RETURN moved;
END
$$;
