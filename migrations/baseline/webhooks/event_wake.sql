-- At commit, a job makes deliveries of the events.
CREATE FUNCTION event_wake() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM job_send('webhook-events', NEW.organization_id::text, now());
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION event_wake() FROM PUBLIC;

CREATE CONSTRAINT TRIGGER change_event_wake AFTER INSERT ON change_event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION event_wake();
