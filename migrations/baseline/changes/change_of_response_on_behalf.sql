-- A response recorded on behalf of a vendor is visible only to the organization that recorded it.
CREATE FUNCTION change_of_response_on_behalf() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT organization_id, array_agg(vendor_domain) AS domains, array_agg(event_id) AS events FROM touched_rows GROUP BY 1 ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    PERFORM change_touch_impacts(t.organization_id, t.domains, t.events);
    PERFORM change_touch_events(t.organization_id, t.events);
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_response_on_behalf() FROM PUBLIC;

CREATE TRIGGER change_of_response_on_behalf_insert AFTER INSERT ON vendor_response_on_behalf
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response_on_behalf();
CREATE TRIGGER change_of_response_on_behalf_delete AFTER DELETE ON vendor_response_on_behalf
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response_on_behalf();
CREATE TRIGGER change_of_response_on_behalf_update AFTER UPDATE ON vendor_response_on_behalf
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response_on_behalf();
