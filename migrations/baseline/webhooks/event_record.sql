-- An event that the service itself reports.
CREATE FUNCTION event_record(p_organization uuid, p_type text, p_data jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
BEGIN
  IF caller NOT IN ('', p_organization::text) THEN RAISE EXCEPTION 'An organization records only its own events.'; END IF;
  PERFORM set_config('app.organization_id', p_organization::text, true);
  IF EXISTS (SELECT 1 FROM webhook w WHERE w.organization_id = p_organization AND w.is_enabled) THEN
    INSERT INTO change_event (organization_id, set_id, event_type, data) VALUES (p_organization, change_set_of(p_organization), p_type, p_data);
  END IF;
  PERFORM set_config('app.organization_id', caller, true);
END
$$;
REVOKE ALL ON FUNCTION event_record(uuid, text, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_record(uuid, text, jsonb) TO vendor_risk_service;
