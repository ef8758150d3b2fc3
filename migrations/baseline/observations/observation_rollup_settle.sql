-- Applies the noted changes to groups and parties. Hash joins only: the plans of a few rows are kept for very many.
CREATE FUNCTION observation_rollup_settle() RETURNS void LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  held record;
BEGIN
  IF to_regclass('pg_temp.observation_delta') IS NULL THEN
    RETURN;
  END IF;

  WITH delta AS MATERIALIZED (
    SELECT d.*, unnest(group_keys) AS group_key, CASE WHEN is_open THEN sign ELSE 0 END AS open, CASE WHEN is_open THEN 0 ELSE sign END AS closed
      FROM pg_temp.observation_delta d
  ), pair AS (
    SELECT organization_id, view, group_key, party_domain, sum(open) AS open, sum(closed) AS closed FROM delta WHERE view = 1 GROUP BY 1, 2, 3, 4
  ), paired AS (
    INSERT INTO observation_group_vendor AS v (organization_id, view, group_key, party_domain, open_count, closed_count)
    SELECT organization_id, view, group_key, party_domain, open, closed FROM pair WHERE open <> 0 OR closed <> 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, group_key, party_domain)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count
    RETURNING organization_id, view, group_key, party_domain, open_count, closed_count
  ), vendors AS (
    SELECT organization_id, view, group_key,
           sum((v.open_count > 0)::int - (v.open_count - p.open > 0)::int) AS open,
           sum((v.closed_count > 0)::int - (v.closed_count - p.closed > 0)::int) AS closed,
           sum((v.open_count + v.closed_count > 0)::int - (v.open_count - p.open + v.closed_count - p.closed > 0)::int) AS either
      FROM paired v JOIN pair p USING (organization_id, view, group_key, party_domain)
     GROUP BY 1, 2, 3
  ), sums AS (
    SELECT organization_id, view, group_key, min(observation_type) AS observation_type, min(title) AS title, min(category) AS category,
           sum(open) AS open, sum(closed) AS closed,
           ARRAY[coalesce(sum(open) FILTER (WHERE severity = 1), 0), coalesce(sum(open) FILTER (WHERE severity = 2), 0), coalesce(sum(open) FILTER (WHERE severity = 3), 0),
                 coalesce(sum(open) FILTER (WHERE severity = 4), 0), coalesce(sum(open) FILTER (WHERE severity = 5), 0)] AS open_by_severity,
           ARRAY[coalesce(sum(closed) FILTER (WHERE severity = 1), 0), coalesce(sum(closed) FILTER (WHERE severity = 2), 0), coalesce(sum(closed) FILTER (WHERE severity = 3), 0),
                 coalesce(sum(closed) FILTER (WHERE severity = 4), 0), coalesce(sum(closed) FILTER (WHERE severity = 5), 0)] AS closed_by_severity,
           coalesce(sum(open) FILTER (WHERE is_flagged), 0) AS open_flagged, coalesce(sum(closed) FILTER (WHERE is_flagged), 0) AS closed_flagged,
           coalesce(sum(sign) FILTER (WHERE is_known_exploited), 0) AS known_exploited,
           min(first_seen) FILTER (WHERE sign >= 0) AS first_seen, max(last_seen) FILTER (WHERE sign >= 0) AS last_seen, max(cvss_base_score) FILTER (WHERE sign >= 0) AS max_cvss
      FROM delta
     GROUP BY 1, 2, 3
  )
  INSERT INTO observation_group AS g (organization_id, view, group_key, observation_type, title, category, open_count, closed_count, open_by_severity, closed_by_severity,
    open_flagged, closed_flagged, open_vendors, closed_vendors, all_vendors, known_exploited_count, first_seen, last_seen, max_cvss)
  SELECT s.organization_id, s.view, s.group_key, s.observation_type, s.title, s.category, s.open, s.closed, s.open_by_severity, s.closed_by_severity,
         s.open_flagged, s.closed_flagged, coalesce(v.open, 0), coalesce(v.closed, 0), coalesce(v.either, 0), s.known_exploited, s.first_seen, s.last_seen, s.max_cvss
    FROM sums s LEFT JOIN vendors v USING (organization_id, view, group_key)
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, view, group_key) DO UPDATE SET
    open_count = g.open_count + excluded.open_count, closed_count = g.closed_count + excluded.closed_count,
    open_by_severity = ARRAY[g.open_by_severity[1] + excluded.open_by_severity[1], g.open_by_severity[2] + excluded.open_by_severity[2],
      g.open_by_severity[3] + excluded.open_by_severity[3], g.open_by_severity[4] + excluded.open_by_severity[4], g.open_by_severity[5] + excluded.open_by_severity[5]],
    closed_by_severity = ARRAY[g.closed_by_severity[1] + excluded.closed_by_severity[1], g.closed_by_severity[2] + excluded.closed_by_severity[2],
      g.closed_by_severity[3] + excluded.closed_by_severity[3], g.closed_by_severity[4] + excluded.closed_by_severity[4], g.closed_by_severity[5] + excluded.closed_by_severity[5]],
    open_flagged = g.open_flagged + excluded.open_flagged, closed_flagged = g.closed_flagged + excluded.closed_flagged,
    open_vendors = g.open_vendors + excluded.open_vendors, closed_vendors = g.closed_vendors + excluded.closed_vendors, all_vendors = g.all_vendors + excluded.all_vendors,
    known_exploited_count = g.known_exploited_count + excluded.known_exploited_count,
    first_seen = least(g.first_seen, excluded.first_seen), last_seen = greatest(g.last_seen, excluded.last_seen), max_cvss = greatest(g.max_cvss, excluded.max_cvss);

  -- First and last times and scores cannot be subtracted. Where a row that has left its group may have been the first, last or highest, all rows of the group are read.
  FOR held IN
    SELECT g.organization_id, g.view, g.group_key
      FROM (SELECT organization_id, view, group_key, min(first_seen) AS first_seen, max(last_seen) AS last_seen, max(cvss_base_score) AS max_cvss
              FROM (SELECT d.*, unnest(group_keys) AS group_key FROM pg_temp.observation_delta d WHERE leaves) d
             GROUP BY 1, 2, 3) l
      JOIN observation_group g USING (organization_id, view, group_key)
     WHERE l.first_seen <= g.first_seen OR l.last_seen >= g.last_seen OR l.max_cvss >= g.max_cvss
  LOOP
    UPDATE observation_group g
       SET (first_seen, last_seen, max_cvss) = (
         SELECT min(o.first_seen), max(o.last_seen), max(o.cvss_base_score)
           FROM (SELECT o.first_seen, o.last_seen, o.cvss_base_score
                   FROM observation o WHERE o.organization_id = held.organization_id AND o.view = held.view AND o.group_key = held.group_key AND o.is_listed
                 UNION ALL
                 SELECT o.first_seen, o.last_seen, o.cvss_base_score
                   FROM observation_cve c CROSS JOIN LATERAL (
                     SELECT * FROM observation o WHERE o.organization_id = c.organization_id AND o.id = c.observation_id AND o.view = held.view AND o.is_listed OFFSET 0) o
                  WHERE c.organization_id = held.organization_id AND c.cve_id = held.group_key AND c.is_further) o)
     WHERE g.organization_id = held.organization_id AND g.view = held.view AND g.group_key = held.group_key;
  END LOOP;

  WITH changed AS (
    SELECT organization_id, view, party_domain, category, severity, sum(sign) AS open,
           coalesce(sum(sign) FILTER (WHERE is_known_exploited), 0) AS known_exploited, coalesce(sum(sign) FILTER (WHERE is_ransomware_used), 0) AS ransomware
      FROM pg_temp.observation_delta WHERE is_open
     GROUP BY 1, 2, 3, 4, 5
  ), tallied AS (
    INSERT INTO party_tally AS t (organization_id, view, party_domain, category, severity, open_count, known_exploited_count, ransomware_count)
    SELECT organization_id, view, party_domain, category, severity, open, known_exploited, ransomware
      FROM changed WHERE open <> 0 OR known_exploited <> 0 OR ransomware <> 0 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, view, party_domain, category, severity)
    DO UPDATE SET open_count = t.open_count + excluded.open_count, known_exploited_count = t.known_exploited_count + excluded.known_exploited_count,
                  ransomware_count = t.ransomware_count + excluded.ransomware_count
    RETURNING organization_id, view, party_domain
  ), touched AS (
    SELECT organization_id, view, party_domain, true AS is_stale, 0 AS opened, 0 AS resolved FROM tallied
    UNION ALL
    SELECT organization_id, view, party_domain, false, opened, resolved FROM pg_temp.observation_delta WHERE opened + resolved > 0
  )
  INSERT INTO party_score AS s (organization_id, view, party_domain, is_stale, opened_count, resolved_count)
  SELECT organization_id, view, party_domain, bool_or(is_stale), sum(opened), sum(resolved) FROM touched GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, view, party_domain)
  DO UPDATE SET is_stale = s.is_stale OR excluded.is_stale, opened_count = s.opened_count + excluded.opened_count, resolved_count = s.resolved_count + excluded.resolved_count
   WHERE NOT s.is_stale OR excluded.opened_count + excluded.resolved_count > 0;

  DELETE FROM pg_temp.observation_delta;
END $$;
