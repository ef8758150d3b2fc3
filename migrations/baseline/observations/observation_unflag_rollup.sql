CREATE FUNCTION observation_unflag_rollup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH unflagged AS MATERIALIZED (
    SELECT o.organization_id, o.view, o.is_open, o.group_key, o.cve_ids
      FROM removed f JOIN observation o ON o.organization_id = f.organization_id AND o.id = f.observation_id
     WHERE o.is_listed
  ), grouped AS (
    UPDATE observation_group g
       SET open_flagged = g.open_flagged - c.open, closed_flagged = g.closed_flagged - c.closed
      FROM (SELECT organization_id, view, group_key, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
              FROM (SELECT u.organization_id, u.view, u.is_open,
                           unnest(CASE WHEN cardinality(u.cve_ids) > 1 THEN u.cve_ids ELSE ARRAY[u.group_key] END) AS group_key
                      FROM unflagged u) m
             GROUP BY 1, 2, 3) c
     WHERE g.organization_id = c.organization_id AND g.view = c.view AND g.group_key = c.group_key
  )
  UPDATE observation_value v
     SET open_count = v.open_count - c.open, closed_count = v.closed_count - c.closed
    FROM (SELECT organization_id, view, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
            FROM unflagged GROUP BY 1, 2) c
   WHERE v.organization_id = c.organization_id AND v.view = c.view AND v.field = 'IS_FLAGGED' AND v.value = 'true';
  RETURN NULL;
END
$$;

CREATE TRIGGER observation_unflagged AFTER DELETE ON observation_flag
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_unflag_rollup();
