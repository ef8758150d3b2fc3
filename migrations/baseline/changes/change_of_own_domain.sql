-- Requests that were sent to a domain before it had an owner here.
CREATE FUNCTION change_of_own_domain() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT d.organization_id, array_agg(r.event_id) AS events FROM touched_rows d JOIN vrm_request r ON r.vendor_domain = d.domain GROUP BY 1 ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    PERFORM change_touch_events(t.organization_id, t.events);
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_own_domain() FROM PUBLIC;

CREATE TRIGGER change_of_own_domain_insert AFTER INSERT ON organization_domain
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_own_domain();
CREATE TRIGGER change_of_own_domain_delete AFTER DELETE ON organization_domain
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_own_domain();
CREATE TRIGGER change_of_own_domain_update AFTER UPDATE ON organization_domain
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_own_domain();
