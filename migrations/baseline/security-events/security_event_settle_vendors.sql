-- Derives all impacts on vendors again. A new vendor has neither observations nor fourth parties yet: only events that name it can concern it.
CREATE FUNCTION security_event_settle_vendors(p_organization uuid, p_vendors text[], p_are_new boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  events text[];
  domains text[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(security_event_gate(p_organization));
  IF p_are_new THEN
    SELECT array_agg(w.event_id), array_agg(w.domain) INTO events, domains FROM security_event_victim w WHERE w.domain = ANY (p_vendors);
  ELSE
    SELECT array_agg(p.event_id), array_agg(p.party_domain) INTO events, domains
      FROM (SELECT w.event_id, w.domain AS party_domain FROM security_event_victim w WHERE w.domain = ANY (p_vendors)
            UNION
            SELECT i.event_id, i.party_domain
              FROM security_event_impact i
             WHERE i.organization_id = p_organization AND i.view = view_vrm() AND i.party_domain = ANY (p_vendors)
            UNION
            SELECT l.event_id, l.party_domain FROM security_event_via(p_organization, NULL, p_vendors) l) p;
  END IF;
  IF events IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_organization::text, 0));
    PERFORM security_event_settle(p_organization, view_vrm(), events, domains);
  END IF;
END
$$;
