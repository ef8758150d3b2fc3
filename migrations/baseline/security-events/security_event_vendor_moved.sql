CREATE FUNCTION security_event_vendor_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved text;
  t record;
  events text[];
  domains text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    moved := 'SELECT organization_id, domain_name FROM added';
  ELSIF TG_OP = 'UPDATE' THEN
    moved := 'SELECT a.organization_id, a.domain_name FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.id = a.id
               WHERE (a.lifecycle_status = 4) <> (r.lifecycle_status = 4)';
  ELSE
    moved := 'SELECT organization_id, domain_name FROM removed';
  END IF;

  FOR t IN EXECUTE format('SELECT organization_id, array_agg(domain_name) AS vendors FROM (%s) m GROUP BY organization_id', moved)
  LOOP
    PERFORM pg_advisory_xact_lock_shared(security_event_gate(t.organization_id));
    IF TG_OP = 'INSERT' THEN
      SELECT array_agg(w.event_id), array_agg(w.domain) INTO events, domains FROM security_event_victim w WHERE w.domain = ANY (t.vendors);
    ELSE
      SELECT array_agg(p.event_id), array_agg(p.party_domain) INTO events, domains
        FROM (SELECT w.event_id, w.domain AS party_domain FROM security_event_victim w WHERE w.domain = ANY (t.vendors)
              UNION
              SELECT i.event_id, i.party_domain
                FROM security_event_impact i
               WHERE i.organization_id = t.organization_id AND i.view = 1 AND i.party_domain = ANY (t.vendors)
              UNION
              SELECT l.event_id, l.party_domain FROM security_event_via(t.organization_id, NULL, t.vendors) l) p;
    END IF;
    IF events IS NOT NULL THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(t.organization_id::text, 0));
      PERFORM security_event_settle(t.organization_id, 1::smallint, events, domains);
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER security_event_vendor_moved_added AFTER INSERT ON vendor
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_vendor_moved();
CREATE TRIGGER security_event_vendor_moved_removed AFTER DELETE ON vendor
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION security_event_vendor_moved();
CREATE TRIGGER security_event_vendor_moved_changed AFTER UPDATE ON vendor
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_vendor_moved();
