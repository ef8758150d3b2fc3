-- A request concerns its sender and the owner of the domain that it is sent to.
CREATE FUNCTION change_of_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT organization_id, array_agg(vendor_domain) AS domains, array_agg(event_id) AS events, true AS is_sender FROM touched_rows GROUP BY 1
       UNION ALL
       SELECT d.organization_id, array_agg(r.vendor_domain), array_agg(r.event_id), false
         FROM touched_rows r JOIN organization_domain d ON d.domain = r.vendor_domain GROUP BY 1
       ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    IF t.is_sender THEN PERFORM change_touch_impacts(t.organization_id, t.domains, t.events); END IF;
    PERFORM change_touch_events(t.organization_id, t.events);
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_request() FROM PUBLIC;

CREATE TRIGGER change_of_request_insert AFTER INSERT ON vrm_request
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_request();
CREATE TRIGGER change_of_request_delete AFTER DELETE ON vrm_request
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_request();
CREATE TRIGGER change_of_request_update AFTER UPDATE ON vrm_request
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_request();
