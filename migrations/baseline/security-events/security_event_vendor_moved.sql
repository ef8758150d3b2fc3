-- A vendor comes, goes, or is offboarded.
CREATE FUNCTION security_event_vendor_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM security_event_settle_vendors(organization_id, array_agg(domain_name), true) FROM added GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM security_event_settle_vendors(a.organization_id, array_agg(a.domain_name), false)
       FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.id = a.id
      WHERE (a.lifecycle_status = vendor_offboarded()) <> (r.lifecycle_status = vendor_offboarded())
      GROUP BY a.organization_id;
  ELSE
    PERFORM security_event_settle_vendors(organization_id, array_agg(domain_name), false) FROM removed GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER security_event_vendor_moved_added AFTER INSERT ON vendor
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_vendor_moved();
CREATE TRIGGER security_event_vendor_moved_changed AFTER UPDATE ON vendor
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_vendor_moved();
CREATE TRIGGER security_event_vendor_moved_removed AFTER DELETE ON vendor
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION security_event_vendor_moved();
