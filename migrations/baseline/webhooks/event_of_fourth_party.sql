-- A relationship that is no longer found, or found again. That it appears in the lists or disappears from them is in the feed.
CREATE FUNCTION event_of_fourth_party() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM event_about(a.organization_id, CASE WHEN a.is_current THEN 'fourth_party.detected' ELSE 'fourth_party.gone' END, kind_fourth_party(), NULL,
                      array_agg(a.vendor_domain || '/' || a.fourth_party_domain))
     FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.vendor_domain = a.vendor_domain AND r.fourth_party_domain = a.fourth_party_domain
    WHERE a.is_current <> r.is_current AND a.is_listed AND r.is_listed AND event_is_wanted(a.organization_id)
    GROUP BY a.organization_id, a.is_current;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION event_of_fourth_party() FROM PUBLIC;

CREATE TRIGGER event_of_fourth_party_update AFTER UPDATE ON fourth_party_relationship
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_fourth_party();
