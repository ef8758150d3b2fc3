-- Events. One is shown if it is in the event feed of either view, or if there is a response or a request.
CREATE FUNCTION change_touch_events(p_organization uuid, p_events text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  PERFORM change_note_keys(p_organization, kind_security_event(), array_agg(p.event_id), array_agg(NOT (
            security_event_is_visible(p_organization, p.event_id) AND (
              EXISTS (SELECT 1 FROM security_event_feed f WHERE f.organization_id = p_organization AND f.event_id = p.event_id)
              OR EXISTS (SELECT 1 FROM vendor_statement s WHERE s.organization_id = p_organization AND s.event_id = p.event_id)
              OR EXISTS (SELECT 1 FROM vendor_statement s JOIN vendor v ON v.domain_name = s.domain
                          WHERE s.event_id = p.event_id AND v.organization_id = p_organization AND v.lifecycle_status <> vendor_offboarded())
              OR EXISTS (SELECT 1 FROM vrm_request r
                          WHERE r.organization_id = p_organization AND r.event_id = p.event_id AND vendor_is_listed(p_organization, r.vendor_domain))
              OR EXISTS (SELECT 1 FROM vendor_response_on_behalf b
                          WHERE b.organization_id = p_organization AND b.event_id = p.event_id AND vendor_is_listed(p_organization, b.vendor_domain))
              OR EXISTS (SELECT 1 FROM organization_domain d JOIN vrm_request r ON r.vendor_domain = d.domain
                          WHERE d.organization_id = p_organization AND r.event_id = p.event_id)))))
     FROM (SELECT DISTINCT u.event_id FROM unnest(p_events) AS u (event_id)) p
   HAVING count(*) > 0;
END
$$;
REVOKE ALL ON FUNCTION change_touch_events(uuid, text[]) FROM PUBLIC;
