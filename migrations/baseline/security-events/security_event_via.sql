-- Pairs of event and vendor where a current fourth party of the vendor is a named victim of the event.
CREATE FUNCTION security_event_via(p_organization uuid, p_events text[], p_domains text[]) 
RETURNS TABLE (event_id text, party_domain text, fourth_party text, seen_at timestamptz) LANGUAGE sql STABLE AS $$
SELECT w.event_id, r.vendor_domain, min(r.fourth_party_domain), (array_agg(r.last_seen::timestamptz ORDER BY r.fourth_party_domain))[1]
  FROM security_event_victim w
  JOIN fourth_party_relationship r ON r.organization_id = p_organization AND r.fourth_party_domain = w.domain AND r.is_current
 WHERE (p_events IS NULL OR w.event_id = ANY (p_events)) AND (p_domains IS NULL OR r.vendor_domain = ANY (p_domains))
 GROUP BY w.event_id, r.vendor_domain
$$;
