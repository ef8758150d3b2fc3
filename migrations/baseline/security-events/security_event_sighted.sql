-- Counts observations with a CVE of an event, and derives an impact again where the first one came or the last one went.
CREATE TYPE security_event_sighting AS (organization_id uuid, view smallint, party_domain text, event_id text, open_count integer, closed_count integer);

CREATE FUNCTION security_event_sighted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came security_event_sighting[];
  went security_event_sighting[];
  t record;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM security_event_cve) THEN RETURN NULL; END IF;
  IF TG_OP <> 'DELETE' THEN
    came := ARRAY(
      SELECT (o.organization_id, o.view, o.party_domain, c.event_id, count(DISTINCT o.id) FILTER (WHERE o.is_open),
              count(DISTINCT o.id) FILTER (WHERE NOT o.is_open))::security_event_sighting
        FROM added o CROSS JOIN LATERAL unnest(o.cve_ids) AS k (cve_id) JOIN security_event_cve c ON c.cve_id = k.cve_id
       WHERE o.is_listed AND o.cve_ids <> '{}'
       GROUP BY o.organization_id, o.view, o.party_domain, c.event_id);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    went := ARRAY(
      SELECT (o.organization_id, o.view, o.party_domain, c.event_id, -count(DISTINCT o.id) FILTER (WHERE o.is_open),
              -count(DISTINCT o.id) FILTER (WHERE NOT o.is_open))::security_event_sighting
        FROM removed o CROSS JOIN LATERAL unnest(o.cve_ids) AS k (cve_id) JOIN security_event_cve c ON c.cve_id = k.cve_id
       WHERE o.is_listed AND o.cve_ids <> '{}'
       GROUP BY o.organization_id, o.view, o.party_domain, c.event_id);
  END IF;

  FOR t IN
    WITH change AS (
      SELECT organization_id, view, party_domain, event_id, sum(open_count)::integer AS open, sum(closed_count)::integer AS closed
        FROM unnest(came || went) GROUP BY 1, 2, 3, 4
    ), counted AS (
      INSERT INTO security_event_impact AS i (organization_id, view, party_domain, event_id, open_count, closed_count)
      SELECT organization_id, view, party_domain, event_id, open, closed FROM change WHERE open <> 0 OR closed <> 0 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, view, party_domain, event_id)
      DO UPDATE SET open_count = i.open_count + excluded.open_count, closed_count = i.closed_count + excluded.closed_count
      RETURNING organization_id, view, party_domain, event_id, open_count, closed_count
    )
    SELECT organization_id, view, array_agg(event_id) AS events, array_agg(party_domain) AS domains
      FROM counted i JOIN change c USING (organization_id, view, party_domain, event_id)
     WHERE (i.open_count > 0) <> (i.open_count - c.open > 0) OR (i.closed_count > 0) <> (i.closed_count - c.closed > 0)
     GROUP BY organization_id, view
  LOOP
    PERFORM security_event_settle(t.organization_id, t.view, t.events, t.domains);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER security_event_sighted_added AFTER INSERT ON observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_sighted();
CREATE TRIGGER security_event_sighted_changed AFTER UPDATE ON observation
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_sighted();
CREATE TRIGGER security_event_sighted_removed AFTER DELETE ON observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION security_event_sighted();
