-- The history of an observation says what happened to it.
CREATE FUNCTION event_of_observation_action() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM event_about(a.organization_id, CASE a.action_type WHEN action_resolved() THEN 'observation.resolved' ELSE 'observation.reopened' END,
                      kind_observation(), array_agg(a.observation_id), NULL)
     FROM added a WHERE a.action_type IN (action_resolved(), action_reopened()) AND event_is_wanted(a.organization_id)
    GROUP BY a.organization_id, a.action_type;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION event_of_observation_action() FROM PUBLIC;

CREATE TRIGGER event_of_observation_action_insert AFTER INSERT ON observation_action
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_observation_action();
