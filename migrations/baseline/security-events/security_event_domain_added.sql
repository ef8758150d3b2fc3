-- An own domain may be a named victim of events.
CREATE FUNCTION security_event_domain_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(security_event_gate(organization_id)) FROM added;
  FOR t IN
    SELECT a.organization_id, array_agg(w.event_id) AS events, array_agg(w.domain) AS domains
      FROM added a JOIN security_event_victim w ON w.domain = a.domain
     GROUP BY a.organization_id
  LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    PERFORM pg_advisory_xact_lock(hashtextextended(t.organization_id::text, 0));
    PERFORM security_event_settle(t.organization_id, view_self(), t.events, t.domains);
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$$;

CREATE TRIGGER security_event_domain_added_added AFTER INSERT ON organization_domain
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_domain_added();
