-- A response concerns the organization that gives it, and all that have its domain in their directory. Their directories can be read only
-- in their own context.
CREATE FUNCTION change_of_response() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT o.id AS organization_id, a.own, a.domains, a.events
         FROM (SELECT organization_id AS own, array_agg(domain) AS domains, array_agg(event_id) AS events FROM touched_rows GROUP BY 1) a
        CROSS JOIN organization o ORDER BY o.id LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    IF t.organization_id = t.own THEN
      PERFORM change_touch_events(t.organization_id, t.events);
    END IF;
    IF EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = t.organization_id AND v.domain_name = ANY (t.domains) AND v.lifecycle_status <> vendor_offboarded()) THEN
      PERFORM change_touch_impacts(t.organization_id, array_agg(p.domain), array_agg(p.event_id))
         FROM unnest(t.domains, t.events) AS p (domain, event_id)
         JOIN vendor v ON v.organization_id = t.organization_id AND v.domain_name = p.domain HAVING count(*) > 0;
      PERFORM change_touch_events(t.organization_id, t.events);
    END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_response() FROM PUBLIC;

CREATE TRIGGER change_of_response_insert AFTER INSERT ON vendor_statement
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response();
CREATE TRIGGER change_of_response_delete AFTER DELETE ON vendor_statement
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response();
CREATE TRIGGER change_of_response_update AFTER UPDATE ON vendor_statement
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_response();
