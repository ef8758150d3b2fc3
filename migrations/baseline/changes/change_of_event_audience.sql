-- Events that become visible to, or hidden from, organizations.
CREATE FUNCTION change_of_event_audience() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT o.id AS organization_id, a.events
         FROM (SELECT array_agg(event_id) AS events FROM (SELECT event_id, visible_to FROM added EXCEPT SELECT event_id, visible_to FROM removed) d HAVING count(*) > 0) a CROSS JOIN organization o ORDER BY o.id LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    PERFORM change_touch_events(t.organization_id, t.events);
    PERFORM change_touch_impacts(t.organization_id, array_agg(i.party_domain), array_agg(i.event_id))
       FROM security_event_impact i WHERE i.organization_id = t.organization_id AND i.view = view_vrm() AND i.event_id = ANY (t.events) HAVING count(*) > 0;
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_event_audience() FROM PUBLIC;

CREATE TRIGGER change_of_event_audience_update AFTER UPDATE ON security_event
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_event_audience();
