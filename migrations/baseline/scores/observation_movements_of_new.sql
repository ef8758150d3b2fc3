CREATE FUNCTION observation_movements_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('app.rollups', true) = 'deferred' AND to_regclass('pg_temp.observation_opened') IS NOT NULL THEN
    EXECUTE 'INSERT INTO pg_temp.observation_opened SELECT organization_id, view, party_domain, count(*) FROM added WHERE is_listed AND is_open GROUP BY 1, 2, 3';
  ELSE
    INSERT INTO party_score AS s (organization_id, view, party_domain, opened_count, resolved_count)
    SELECT organization_id, view, party_domain, count(*) FILTER (WHERE is_open), count(*) FILTER (WHERE NOT is_open)
      FROM (SELECT organization_id, view, party_domain, is_open FROM added WHERE is_listed AND is_open) m
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain)
    DO UPDATE SET opened_count = s.opened_count + excluded.opened_count, resolved_count = s.resolved_count + excluded.resolved_count;
  END IF;
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
  RETURN NULL;
END
$$;

CREATE TRIGGER observation_movements_added AFTER INSERT ON observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_movements_of_new();
