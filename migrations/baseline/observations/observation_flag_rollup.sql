CREATE FUNCTION observation_flag_rollup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH every AS MATERIALIZED (
    SELECT o.organization_id, o.view, o.is_open, o.is_listed, o.group_key, o.cve_ids, o.first_seen, f.flagged_at
      FROM added f JOIN observation o ON o.organization_id = f.organization_id AND o.id = f.observation_id
  ), flagged AS (
    SELECT * FROM every WHERE is_listed
  ), dated AS (
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count, first_day, last_day)
    SELECT organization_id, view, 'FLAGGED_DAY', ((flagged_at AT TIME ZONE 'UTC')::date - '1970-01-01'::date)::text, 0, 0, min(((first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date)), max(((first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date))
      FROM every
     GROUP BY 1, 2, 4 ORDER BY 1, 2, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET first_day = least(v.first_day, excluded.first_day), last_day = greatest(v.last_day, excluded.last_day)
     WHERE excluded.first_day < v.first_day OR excluded.last_day > v.last_day
  ), grouped AS (
    UPDATE observation_group g
       SET open_flagged = g.open_flagged + c.open, closed_flagged = g.closed_flagged + c.closed
      FROM (SELECT organization_id, view, group_key, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
              FROM (SELECT f.organization_id, f.view, f.is_open, unnest(CASE WHEN cardinality(f.cve_ids) > 1 THEN f.cve_ids ELSE ARRAY[f.group_key] END) AS group_key FROM flagged f) m
             GROUP BY 1, 2, 3) c
     WHERE g.organization_id = c.organization_id AND g.view = c.view AND g.group_key = c.group_key
  )
  INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
  SELECT organization_id, view, 'IS_FLAGGED', 'true', count(*) FILTER (WHERE is_open), count(*) FILTER (WHERE NOT is_open) FROM flagged GROUP BY 1, 2
  ON CONFLICT (organization_id, view, field, value)
  DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count;
  RETURN NULL;
END
$$;

CREATE TRIGGER observation_flagged AFTER INSERT ON observation_flag
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_flag_rollup();
