-- An event enters or leaves the event feed of an organization, or its counts there change.
CREATE FUNCTION change_of_event_feed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM change_touch_events(t.organization_id, t.events)
     FROM (SELECT organization_id, array_agg(DISTINCT event_id) AS events FROM touched_rows GROUP BY organization_id) t;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_event_feed() FROM PUBLIC;

CREATE TRIGGER change_of_event_feed_insert AFTER INSERT ON security_event_feed
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_event_feed();
CREATE TRIGGER change_of_event_feed_delete AFTER DELETE ON security_event_feed
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_event_feed();
CREATE TRIGGER change_of_event_feed_update AFTER UPDATE ON security_event_feed
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_event_feed();
