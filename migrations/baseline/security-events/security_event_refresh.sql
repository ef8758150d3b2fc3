-- Derives the impacts of vendors again after a change of their fourth parties.
CREATE FUNCTION security_event_refresh(p_organization uuid, p_vendor_domains text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  events text[];
  domains text[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(security_event_gate(p_organization));
  SELECT array_agg(p.event_id), array_agg(p.party_domain) INTO events, domains
    FROM (SELECT i.event_id, i.party_domain
            FROM security_event_impact i
           WHERE i.organization_id = p_organization AND i.view = view_vrm() AND i.party_domain = ANY (p_vendor_domains) AND i.via_fourth_party_domain IS NOT NULL
          UNION
          SELECT l.event_id, l.party_domain FROM security_event_via(p_organization, NULL, p_vendor_domains) l) p;
  IF events IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_organization::text, 0));
    PERFORM security_event_settle(p_organization, view_vrm(), events, domains);
  END IF;
END
$$;
