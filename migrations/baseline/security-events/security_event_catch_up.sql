-- Derives an organization's impacts of all events imported since its last update. Returns the number of pairs checked.
CREATE FUNCTION security_event_catch_up(p_organization uuid) RETURNS bigint LANGUAGE plpgsql
  SET work_mem = '64MB' AS $$
DECLARE
  newest bigint;
  seen bigint;
  t record;
  settled bigint := 0;
BEGIN
  PERFORM pg_advisory_lock(security_event_gate(p_organization));
  PERFORM pg_advisory_unlock(security_event_gate(p_organization));
  PERFORM pg_advisory_xact_lock(hashtextextended(p_organization::text, 0));
  SELECT max(revision) INTO newest FROM security_event;
  SELECT coalesce(max(revision), 0) INTO seen FROM security_event_progress WHERE organization_id = p_organization;
  IF newest IS NULL OR newest <= seen THEN RETURN 0; END IF;

  FOR t IN
    WITH fresh AS MATERIALIZED (
      SELECT event_id FROM security_event WHERE revision > seen
    ), sighted AS MATERIALIZED (
      SELECT DISTINCT c.event_id, x.observation_id
        FROM fresh f
        JOIN security_event_cve c ON c.event_id = f.event_id
        JOIN observation_cve x ON x.organization_id = p_organization AND x.cve_id = c.cve_id
    ), linked AS (
      SELECT o.view, o.party_domain, s.event_id, (o.is_open)::int AS open, (NOT o.is_open)::int AS closed
        FROM sighted s JOIN observation o ON o.organization_id = p_organization AND o.id = s.observation_id
       WHERE o.is_listed
      UNION ALL
      SELECT i.view, i.party_domain, i.event_id, 0, 0
        FROM security_event_impact i JOIN fresh f ON f.event_id = i.event_id WHERE i.organization_id = p_organization
      UNION ALL
      SELECT view_vrm(), w.domain, w.event_id, 0, 0
        FROM fresh f JOIN security_event_victim w ON w.event_id = f.event_id
        JOIN vendor d ON d.organization_id = p_organization AND d.domain_name = w.domain
      UNION ALL
      SELECT view_self(), w.domain, w.event_id, 0, 0
        FROM fresh f JOIN security_event_victim w ON w.event_id = f.event_id
        JOIN organization_domain d ON d.organization_id = p_organization AND d.domain = w.domain
      UNION ALL
      SELECT view_vrm(), l.party_domain, l.event_id, 0, 0 FROM security_event_via(p_organization, ARRAY(SELECT event_id FROM fresh), NULL) l
    ), pair AS (
      SELECT view, party_domain, event_id, sum(open)::int AS open, sum(closed)::int AS closed FROM linked GROUP BY 1, 2, 3
    )
    SELECT view, array_agg(event_id) AS events, array_agg(party_domain) AS domains, array_agg(open) AS open, array_agg(closed) AS closed
      FROM pair GROUP BY view
  LOOP
    PERFORM security_event_settle(p_organization, t.view, t.events, t.domains, t.open, t.closed);
    settled := settled + cardinality(t.events);
  END LOOP;

  INSERT INTO security_event_progress (organization_id, revision) VALUES (p_organization, newest)
  ON CONFLICT (organization_id) DO UPDATE SET revision = excluded.revision;
  RETURN settled;
END
$$;
