-- Events are shared by all organizations. An organization's feed reports a changed event once its impacts are derived from it.
CREATE FUNCTION change_of_event_facts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  seen bigint := CASE WHEN TG_OP = 'UPDATE' THEN OLD.revision ELSE 0 END;
  events text[];
BEGIN
  SELECT array_agg(c.resource_key) INTO events
    FROM change c LEFT JOIN security_event e ON e.event_id = c.resource_key
   WHERE c.organization_id = NEW.organization_id AND c.kind = kind_security_event() AND NOT c.is_removed AND (e.event_id IS NULL OR e.revision > seen);
  IF events IS NULL THEN RETURN NULL; END IF;
  PERFORM change_touch_events(NEW.organization_id, events);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_event_facts() FROM PUBLIC;

CREATE TRIGGER change_of_event_facts AFTER INSERT OR UPDATE ON security_event_progress FOR EACH ROW EXECUTE FUNCTION change_of_event_facts();
