CREATE FUNCTION event_of_observation_flag() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM event_about(a.organization_id, 'observation.flagged', kind_observation(), array_agg(a.observation_id), NULL)
     FROM added a WHERE event_is_wanted(a.organization_id) GROUP BY a.organization_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION event_of_observation_flag() FROM PUBLIC;

CREATE TRIGGER event_of_observation_flag_insert AFTER INSERT ON observation_flag
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_observation_flag();
