-- Copies flags to states, and counts them in groups.
CREATE FUNCTION observation_flagged() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  UPDATE observation_state s
     SET updated_at = greatest(s.updated_at, statement_timestamp()), flagged_at = CASE WHEN TG_OP = 'INSERT' THEN f.flagged_at END
    FROM touched_rows f WHERE s.organization_id = f.organization_id AND s.observation_id = f.observation_id;

  WITH counted AS (
    SELECT organization_id, view, group_key, count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed
      FROM (SELECT o.organization_id, o.view, o.is_open, unnest(observation_group_keys(o.group_key, o.cve_ids)) AS group_key
              FROM touched_rows f JOIN observation o ON o.organization_id = f.organization_id AND o.id = f.observation_id
             WHERE o.is_listed) m
     GROUP BY 1, 2, 3
  )
  UPDATE observation_group g
     SET open_flagged = g.open_flagged + CASE WHEN TG_OP = 'INSERT' THEN c.open ELSE -c.open END,
         closed_flagged = g.closed_flagged + CASE WHEN TG_OP = 'INSERT' THEN c.closed ELSE -c.closed END
    FROM counted c
   WHERE g.organization_id = c.organization_id AND g.view = c.view AND g.group_key = c.group_key;
  RETURN NULL;
END $$;

CREATE TRIGGER observation_flagged_insert AFTER INSERT ON observation_flag
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_flagged();
CREATE TRIGGER observation_flagged_delete AFTER DELETE ON observation_flag
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION observation_flagged();
