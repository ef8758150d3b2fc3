-- An impact of an event on a vendor. Impacts on the organization itself are part of its events.
CREATE FUNCTION change_of_impact() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM change_touch_impacts(t.organization_id, t.domains, t.events)
     FROM (SELECT organization_id, array_agg(party_domain) AS domains, array_agg(event_id) AS events
             FROM touched_rows WHERE view = view_vrm() GROUP BY organization_id) t;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_impact() FROM PUBLIC;

CREATE TRIGGER change_of_impact_insert AFTER INSERT ON security_event_impact
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_impact();
CREATE TRIGGER change_of_impact_delete AFTER DELETE ON security_event_impact
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_impact();
CREATE TRIGGER change_of_impact_update AFTER UPDATE ON security_event_impact
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_of_impact();
