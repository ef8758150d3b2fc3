-- For the owner of the requested domain.
CREATE FUNCTION event_of_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT d.organization_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
            'requestId', r.id, 'eventId', r.event_id, 'vendorDomain', r.vendor_domain, 'message', r.message,
            'requestedBy', jsonb_build_object('name', s.name, 'domain', s.domain),
            'dueAt', to_char(r.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'sentAt', to_char(r.sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) ORDER BY r.vendor_domain) AS requests
         FROM added r JOIN organization_domain d ON d.domain = r.vendor_domain JOIN organization s ON s.id = r.organization_id
        WHERE d.organization_id <> r.organization_id
        GROUP BY 1 ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    IF event_is_wanted(t.organization_id) THEN
      INSERT INTO change_event (organization_id, set_id, event_type, data)
      VALUES (t.organization_id, change_set_of(t.organization_id), 'security_event.request_received', t.requests);
    END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION event_of_request() FROM PUBLIC;

CREATE TRIGGER event_of_request_insert AFTER INSERT ON vrm_request
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_request();
