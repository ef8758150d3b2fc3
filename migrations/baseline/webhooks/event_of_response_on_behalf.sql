CREATE FUNCTION event_of_response_on_behalf() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM event_about(a.organization_id, 'security_event.response_received', kind_impact(), NULL, array_agg(a.vendor_domain || '/' || a.event_id))
     FROM added a WHERE event_is_wanted(a.organization_id) GROUP BY a.organization_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION event_of_response_on_behalf() FROM PUBLIC;

CREATE TRIGGER event_of_response_on_behalf_insert AFTER INSERT ON vendor_response_on_behalf
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_response_on_behalf();
