CREATE FUNCTION security_event_sighted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one text := 'SELECT %s AS sign, organization_id, view, party_domain, id, is_open, cve_ids FROM %I WHERE is_listed AND cve_ids <> ''{}''';
  delta text;
  t record;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM security_event_cve) THEN RETURN NULL; END IF;
  delta := concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN format(one, 1, 'added') END,
    CASE WHEN TG_OP <> 'INSERT' THEN format(one, -1, 'removed') END);

  FOR t IN EXECUTE format($sql$
    WITH hit AS (
      SELECT DISTINCT d.sign, d.organization_id, d.view, d.party_domain, c.event_id, d.id, d.is_open
        FROM (%s) d CROSS JOIN LATERAL unnest(d.cve_ids) AS k (cve_id) JOIN security_event_cve c ON c.cve_id = k.cve_id
    ), change AS (
      SELECT organization_id, view, party_domain, event_id,
             coalesce(sum(sign) FILTER (WHERE is_open), 0) AS open, coalesce(sum(sign) FILTER (WHERE NOT is_open), 0) AS closed
        FROM hit GROUP BY 1, 2, 3, 4
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
  $sql$, delta)
  LOOP
    PERFORM security_event_settle(t.organization_id, t.view, t.events, t.domains);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER security_event_sighted_added AFTER INSERT ON observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_sighted();
CREATE TRIGGER security_event_sighted_removed AFTER DELETE ON observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION security_event_sighted();
CREATE TRIGGER security_event_sighted_changed AFTER UPDATE ON observation
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION security_event_sighted();
