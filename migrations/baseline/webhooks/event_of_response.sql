-- For all organizations that have the vendor in their directory, which can be read only in their own context.
CREATE FUNCTION event_of_response() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT o.id AS organization_id, a.own, a.domains, a.events
         FROM (SELECT organization_id AS own, array_agg(domain) AS domains, array_agg(event_id) AS events FROM added GROUP BY 1) a
        CROSS JOIN organization o WHERE o.id <> a.own ORDER BY o.id LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    IF event_is_wanted(t.organization_id) THEN
      PERFORM event_about(t.organization_id, 'security_event.response_received', kind_impact(), NULL, array_agg(p.domain || '/' || p.event_id))
         FROM unnest(t.domains, t.events) AS p (domain, event_id)
         JOIN vendor v ON v.organization_id = t.organization_id AND v.domain_name = p.domain AND v.lifecycle_status <> vendor_offboarded() HAVING count(*) > 0;
    END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION event_of_response() FROM PUBLIC;

CREATE TRIGGER event_of_response_insert AFTER INSERT ON vendor_statement
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_response();
