-- Impacts, given as pairs of vendor and event. Whether an impact is shown is looked up, because responses and requests show it too.
CREATE FUNCTION change_touch_impacts(p_organization uuid, p_domains text[], p_events text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  PERFORM change_note_keys(p_organization, kind_impact(), array_agg(p.domain || '/' || p.event_id), array_agg(NOT (
            vendor_is_listed(p_organization, p.domain) AND security_event_is_visible(p_organization, p.event_id) AND (
              EXISTS (SELECT 1 FROM security_event_impact i
                       WHERE i.organization_id = p_organization AND i.view = view_vrm() AND i.party_domain = p.domain AND i.event_id = p.event_id
                         AND i.impact IS NOT NULL)
              OR EXISTS (SELECT 1 FROM vendor_statement s WHERE s.domain = p.domain AND s.event_id = p.event_id)
              OR EXISTS (SELECT 1 FROM vrm_request r WHERE r.organization_id = p_organization AND r.event_id = p.event_id AND r.vendor_domain = p.domain)
              OR EXISTS (SELECT 1 FROM vendor_response_on_behalf b
                          WHERE b.organization_id = p_organization AND b.event_id = p.event_id AND b.vendor_domain = p.domain)))))
     FROM (SELECT DISTINCT u.domain, u.event_id FROM unnest(p_domains, p_events) AS u (domain, event_id)) p
   HAVING count(*) > 0;
END
$$;
REVOKE ALL ON FUNCTION change_touch_impacts(uuid, text[], text[]) FROM PUBLIC;
