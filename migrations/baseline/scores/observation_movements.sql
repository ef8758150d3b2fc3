CREATE FUNCTION observation_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO party_score AS s (organization_id, view, party_domain, opened_count, resolved_count)
    SELECT organization_id, view, party_domain, count(*) FILTER (WHERE is_open), count(*) FILTER (WHERE NOT is_open)
      FROM (SELECT organization_id, view, party_domain, is_open FROM added WHERE is_listed AND is_open) m
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain)
    DO UPDATE SET opened_count = s.opened_count + excluded.opened_count, resolved_count = s.resolved_count + excluded.resolved_count;
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
    SELECT organization_id, view, 'CRITICAL_SINCE', day, open, closed
      FROM (SELECT organization_id, view, (first_seen AT TIME ZONE 'UTC')::date::text AS day,
                   sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
              FROM (SELECT 1 AS sign, organization_id, view, is_open, first_seen FROM added WHERE is_listed AND severity = 5) d
             GROUP BY 1, 2, 3) c
     WHERE open <> 0 OR closed <> 0
     ORDER BY 1, 2, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO party_score AS s (organization_id, view, party_domain, opened_count, resolved_count)
    SELECT organization_id, view, party_domain, count(*) FILTER (WHERE is_open), count(*) FILTER (WHERE NOT is_open)
      FROM (
      SELECT a.organization_id, a.view, a.party_domain, a.is_open
        FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.id = a.id
       WHERE a.is_open <> r.is_open AND a.is_listed AND r.is_listed) m
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain)
    DO UPDATE SET opened_count = s.opened_count + excluded.opened_count, resolved_count = s.resolved_count + excluded.resolved_count;
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
    SELECT organization_id, view, 'CRITICAL_SINCE', day, open, closed
      FROM (SELECT organization_id, view, (first_seen AT TIME ZONE 'UTC')::date::text AS day,
                   sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
              FROM (SELECT 1 AS sign, organization_id, view, is_open, first_seen FROM added WHERE is_listed AND severity = 5 UNION ALL SELECT -1 AS sign, organization_id, view, is_open, first_seen FROM removed WHERE is_listed AND severity = 5) d
             GROUP BY 1, 2, 3) c
     WHERE open <> 0 OR closed <> 0
     ORDER BY 1, 2, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count;
  ELSE
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
    SELECT organization_id, view, 'CRITICAL_SINCE', day, open, closed
      FROM (SELECT organization_id, view, (first_seen AT TIME ZONE 'UTC')::date::text AS day,
                   sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
              FROM (SELECT -1 AS sign, organization_id, view, is_open, first_seen FROM removed WHERE is_listed AND severity = 5) d
             GROUP BY 1, 2, 3) c
     WHERE open <> 0 OR closed <> 0
     ORDER BY 1, 2, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER observation_movements_removed AFTER DELETE ON observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_movements();
CREATE TRIGGER observation_movements_changed AFTER UPDATE ON observation
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_movements();
