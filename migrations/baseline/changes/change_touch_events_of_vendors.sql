-- All impacts and events that concern the given vendors. Each table is asked once for all of them.
CREATE FUNCTION change_touch_events_of_vendors(p_organization uuid, p_domains text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  domains text[];
  events text[];
BEGIN
  SELECT array_agg(p.domain), array_agg(p.event_id) INTO domains, events
    FROM (SELECT i.party_domain AS domain, i.event_id
            FROM security_event_impact i WHERE i.organization_id = p_organization AND i.view = view_vrm() AND i.party_domain = ANY (p_domains)
          UNION ALL SELECT s.domain, s.event_id FROM vendor_statement s WHERE s.domain = ANY (p_domains)
          UNION ALL SELECT r.vendor_domain, r.event_id FROM vrm_request r WHERE r.organization_id = p_organization AND r.vendor_domain = ANY (p_domains)
          UNION ALL SELECT b.vendor_domain, b.event_id
            FROM vendor_response_on_behalf b WHERE b.organization_id = p_organization AND b.vendor_domain = ANY (p_domains)
          UNION ALL SELECT d.domain, substring(c.resource_key FROM length(d.domain) + 2)
            FROM unnest(p_domains) AS d (domain)
            JOIN change c ON c.organization_id = p_organization AND c.kind = kind_impact() AND c.resource_key >= d.domain || '/' AND c.resource_key < d.domain || '0') p;
  IF events IS NULL THEN RETURN; END IF;
  PERFORM change_touch_impacts(p_organization, domains, events);
  PERFORM change_touch_events(p_organization, events);
END
$$;
REVOKE ALL ON FUNCTION change_touch_events_of_vendors(uuid, text[]) FROM PUBLIC;
