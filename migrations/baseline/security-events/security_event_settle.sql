-- Derives the impacts of pairs of event and party again, and writes the changes, their history and the counts of the feed. Each pair is
-- passed once, with the numbers of its open and closed observations if they were recounted.
CREATE FUNCTION security_event_settle(
  p_organization uuid, p_view smallint, p_events text[], p_domains text[], p_open integer[] DEFAULT NULL, p_closed integer[] DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  emptied bigint;
  moved bigint;
BEGIN
  WITH pair AS MATERIALIZED (
    SELECT * FROM unnest(p_events, p_domains, p_open, p_closed) AS p (event_id, party_domain, open_count, closed_count)
  ), party AS (
    SELECT DISTINCT party_domain AS domain FROM pair
  ), present AS (
    SELECT v.domain_name AS domain
      FROM party JOIN vendor v ON v.organization_id = p_organization AND v.domain_name = party.domain
     WHERE p_view = view_vrm() AND v.lifecycle_status <> vendor_offboarded()
    UNION ALL
    SELECT d.domain FROM party JOIN organization_domain d ON d.domain = party.domain WHERE p_view = view_self() AND d.organization_id = p_organization
  ), via AS (
    SELECT v.event_id, v.party_domain, v.fourth_party
      FROM security_event_via(p_organization, ARRAY(SELECT DISTINCT event_id FROM pair), ARRAY(SELECT domain FROM party)) v
     WHERE p_view = view_vrm()
  ), known AS (
    SELECT p.event_id, p.party_domain, i.impact AS before, i.first_seen_at, i.event_id IS NOT NULL AS is_stored,
           coalesce(p.open_count, i.open_count, 0) AS open_count, coalesce(p.closed_count, i.closed_count, 0) AS closed_count,
           h.domain IS NOT NULL AS is_present, w.domain IS NOT NULL AS is_named_victim, v.fourth_party
      FROM pair p
      LEFT JOIN security_event_impact i
        ON i.organization_id = p_organization AND i.view = p_view AND i.party_domain = p.party_domain AND i.event_id = p.event_id
      LEFT JOIN present h ON h.domain = p.party_domain
      LEFT JOIN security_event_victim w ON w.domain = p.party_domain AND w.event_id = p.event_id
      LEFT JOIN via v ON v.event_id = p.event_id AND v.party_domain = p.party_domain
  ), derived AS MATERIALIZED (
    SELECT *, security_event_impact_of(is_present, is_named_victim, open_count, fourth_party, closed_count) AS impact
      FROM known
  ), written AS (
    INSERT INTO security_event_impact AS i
      (organization_id, view, party_domain, event_id, open_count, closed_count, is_named_victim, via_fourth_party_domain, impact, first_seen_at)
    SELECT p_organization, p_view, party_domain, event_id, open_count, closed_count, is_named_victim, fourth_party, impact,
           CASE WHEN impact IS NOT NULL THEN moment END
      FROM derived WHERE is_stored OR impact IS NOT NULL OR open_count <> 0 OR closed_count <> 0
     ORDER BY party_domain, event_id
    ON CONFLICT (organization_id, view, party_domain, event_id) DO UPDATE SET
      open_count = excluded.open_count, closed_count = excluded.closed_count, is_named_victim = excluded.is_named_victim,
      via_fourth_party_domain = excluded.via_fourth_party_domain, impact = excluded.impact,
      first_seen_at = coalesce(i.first_seen_at, excluded.first_seen_at)
     WHERE (i.open_count, i.closed_count, i.is_named_victim, i.via_fourth_party_domain, i.impact)
           IS DISTINCT FROM (excluded.open_count, excluded.closed_count, excluded.is_named_victim, excluded.via_fourth_party_domain, excluded.impact)
  ), recorded AS (
    INSERT INTO security_event_impact_change (organization_id, view, party_domain, event_id, id, occurred_at, from_impact, to_impact)
    SELECT p_organization, p_view, party_domain, event_id, uuid_v7(), moment, before, impact
      FROM derived WHERE first_seen_at IS NOT NULL AND before IS DISTINCT FROM impact
  ), shift AS (
    SELECT event_id,
           count(*) FILTER (WHERE impact = impact_confirmed()) - count(*) FILTER (WHERE before = impact_confirmed()) AS confirmed,
           count(*) FILTER (WHERE impact = impact_likely()) - count(*) FILTER (WHERE before = impact_likely()) AS likely,
           count(*) FILTER (WHERE impact = impact_possible()) - count(*) FILTER (WHERE before = impact_possible()) AS possible,
           count(*) FILTER (WHERE impact = impact_mitigated()) - count(*) FILTER (WHERE before = impact_mitigated()) AS mitigated
      FROM derived WHERE before IS DISTINCT FROM impact
     GROUP BY event_id
  ), shifted AS (
    INSERT INTO security_event_feed AS f (organization_id, view, event_id, published_at, confirmed, likely, possible, mitigated)
    SELECT p_organization, p_view, s.event_id, e.published_at, s.confirmed, s.likely, s.possible, s.mitigated
      FROM shift s JOIN security_event e ON e.event_id = s.event_id
     ORDER BY s.event_id
    ON CONFLICT (organization_id, view, event_id) DO UPDATE SET
      confirmed = f.confirmed + excluded.confirmed, likely = f.likely + excluded.likely,
      possible = f.possible + excluded.possible, mitigated = f.mitigated + excluded.mitigated
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM shifted), (SELECT count(*) FROM derived WHERE impact IS NULL) INTO moved, emptied;

  IF emptied = 0 THEN RETURN; END IF;
  IF moved > 0 THEN
    DELETE FROM security_event_feed f
     WHERE f.organization_id = p_organization AND f.view = p_view AND f.event_id = ANY (p_events)
       AND f.confirmed = 0 AND f.likely = 0 AND f.possible = 0 AND f.mitigated = 0;
  END IF;
  -- A vendor that is gone for good leaves nothing behind.
  WITH gone AS (
    DELETE FROM security_event_impact i
     USING unnest(p_events, p_domains) AS p (event_id, party_domain)
     WHERE i.organization_id = p_organization AND i.view = p_view AND i.party_domain = p.party_domain AND i.event_id = p.event_id
       AND i.impact IS NULL AND i.open_count = 0 AND i.closed_count = 0
       AND (i.first_seen_at IS NULL
            OR p_view = view_vrm() AND NOT EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = i.party_domain))
    RETURNING i.party_domain, i.event_id
  )
  DELETE FROM security_event_impact_change c USING gone g
   WHERE c.organization_id = p_organization AND c.view = p_view AND c.party_domain = g.party_domain AND c.event_id = g.event_id;
END
$$;
