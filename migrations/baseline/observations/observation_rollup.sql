CREATE FUNCTION observation_rollup() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  delta text;
  flags text := '';
  flagged text := '0';
  gone text;
  grouped text := 'organization_id, id, view, unnest(CASE WHEN cardinality(cve_ids) > 1 THEN cve_ids ELSE ARRAY[group_key] END) AS group_key, party_domain, observation_type, title, category, severity, is_open, first_seen, last_seen, cvss_base_score, is_known_exploited';
  valued text := 'organization_id, view, is_open, party_domain, subject_domain, observation_type, category, severity, confidence, approval_status, asset_type, asset_port, asset_protocol, cvss_severity, is_known_exploited, is_ransomware_used, source_name, cve_ids, cwe_ids, tags, first_seen';
  tallied text := 'organization_id, view, party_domain, category, severity, is_known_exploited, is_ransomware_used';
  marks text;
BEGIN
  IF TG_OP <> 'DELETE' AND current_setting('app.rollups', true) = 'deferred' THEN
    IF TG_OP = 'INSERT' THEN
      EXECUTE 'INSERT INTO pg_temp.observation_delta SELECT 1, false, false, organization_id, id, view, group_key, party_domain, observation_type, title, category, severity, is_open, first_seen, last_seen, cvss_base_score, is_known_exploited, subject_domain, confidence, approval_status, asset_type, asset_port, asset_protocol, cvss_severity, is_ransomware_used, source_name, cve_ids, cwe_ids, tags FROM added WHERE is_listed';
    ELSE
      EXECUTE 'INSERT INTO pg_temp.observation_delta
               SELECT d.sign, f.observation_id IS NOT NULL, d.leaves, d.organization_id, d.id, d.view, d.group_key, d.party_domain, d.observation_type, d.title, d.category, d.severity, d.is_open, d.first_seen, d.last_seen, d.cvss_base_score, d.is_known_exploited, d.subject_domain, d.confidence, d.approval_status, d.asset_type, d.asset_port, d.asset_protocol, d.cvss_severity, d.is_ransomware_used, d.source_name, d.cve_ids, d.cwe_ids, d.tags
                 FROM (SELECT 1 AS sign, false AS leaves, a.* FROM added a
                       UNION ALL
                       SELECT -1, (NOT a.is_listed OR a.is_open <> r.is_open OR a.group_key <> r.group_key OR a.cve_ids <> r.cve_ids
                OR a.cvss_base_score IS DISTINCT FROM r.cvss_base_score OR a.is_known_exploited < r.is_known_exploited OR a.last_seen < r.last_seen), r.* FROM removed r JOIN added a ON a.organization_id = r.organization_id AND a.id = r.id) d
                 LEFT JOIN observation_flag f ON f.organization_id = d.organization_id AND f.observation_id = d.id
                WHERE d.is_listed';
    END IF;
    RETURN NULL;
  END IF;

  IF TG_OP = 'INSERT' THEN
    delta := 'SELECT 1 AS sign, %1$s FROM added WHERE is_listed%2$s';
  ELSE
    flags := 'LEFT JOIN observation_flag f ON f.organization_id = d.organization_id AND f.observation_id = d.id';
    flagged := '(f.observation_id IS NOT NULL)::int * d.sign';
    marks := 'JOIN observation_flag f ON f.organization_id = d.organization_id AND f.observation_id = d.id';
    IF TG_OP = 'UPDATE' THEN
      delta := 'SELECT 1 AS sign, %1$s FROM added WHERE is_listed%2$s UNION ALL SELECT -1 AS sign, %1$s FROM removed WHERE is_listed%2$s';
      gone := 'SELECT r.organization_id, r.view, unnest(CASE WHEN cardinality(r.cve_ids) > 1 THEN r.cve_ids ELSE ARRAY[r.group_key] END) AS group_key, r.is_open, r.first_seen, r.last_seen, r.cvss_base_score, r.is_known_exploited
                 FROM removed r JOIN added a ON a.organization_id = r.organization_id AND a.id = r.id
                WHERE r.is_listed AND (NOT a.is_listed OR a.is_open <> r.is_open OR a.group_key <> r.group_key OR a.cve_ids <> r.cve_ids
                OR a.cvss_base_score IS DISTINCT FROM r.cvss_base_score OR a.is_known_exploited < r.is_known_exploited OR a.last_seen < r.last_seen)';
    ELSE
      delta := 'SELECT -1 AS sign, %1$s FROM removed WHERE is_listed%2$s';
      gone := 'SELECT organization_id, view, unnest(CASE WHEN cardinality(cve_ids) > 1 THEN cve_ids ELSE ARRAY[group_key] END) AS group_key, is_open, first_seen, last_seen, cvss_base_score, is_known_exploited FROM removed WHERE is_listed';
    END IF;
  END IF;

  IF gone IS NOT NULL THEN
    EXECUTE format($sql$
      WITH lost AS (
        SELECT o.organization_id, o.view, o.group_key,
               count(*) FILTER (WHERE o.is_open) AS open_lost, count(*) FILTER (WHERE NOT o.is_open) AS closed_lost, min(o.first_seen) FILTER (WHERE o.is_open) AS open_first_seen, max(o.last_seen) FILTER (WHERE o.is_open) AS open_last_seen, max(o.cvss_base_score) FILTER (WHERE o.is_open) AS open_max_cvss, bool_or(o.is_known_exploited) FILTER (WHERE o.is_open) AS open_known_exploited, min(o.first_seen) FILTER (WHERE NOT o.is_open) AS closed_first_seen, max(o.last_seen) FILTER (WHERE NOT o.is_open) AS closed_last_seen, max(o.cvss_base_score) FILTER (WHERE NOT o.is_open) AS closed_max_cvss, bool_or(o.is_known_exploited) FILTER (WHERE NOT o.is_open) AS closed_known_exploited
          FROM (%s) o
         GROUP BY 1, 2, 3
      ),
      held AS (
        SELECT g.*, l.open_lost >= g.open_count AS is_open_empty, l.closed_lost >= g.closed_count AS is_closed_empty,
               coalesce(l.open_first_seen <= g.open_first_seen, l.open_first_seen IS NOT NULL) AS holds_open_first_seen, coalesce(l.open_last_seen >= g.open_last_seen, l.open_last_seen IS NOT NULL) AS holds_open_last_seen, coalesce(l.open_max_cvss >= g.open_max_cvss, l.open_max_cvss IS NOT NULL) AS holds_open_max_cvss, coalesce(l.open_known_exploited, false) AS holds_open_known_exploited, coalesce(l.closed_first_seen <= g.closed_first_seen, l.closed_first_seen IS NOT NULL) AS holds_closed_first_seen, coalesce(l.closed_last_seen >= g.closed_last_seen, l.closed_last_seen IS NOT NULL) AS holds_closed_last_seen, coalesce(l.closed_max_cvss >= g.closed_max_cvss, l.closed_max_cvss IS NOT NULL) AS holds_closed_max_cvss, coalesce(l.closed_known_exploited, false) AS holds_closed_known_exploited
          FROM lost l JOIN observation_group g ON g.organization_id = l.organization_id AND g.view = l.view AND g.group_key = l.group_key
      )
      UPDATE observation_group g
         SET open_first_seen = CASE WHEN h.holds_open_first_seen THEN coalesce(n.open_first_seen, m.open_first_seen, NULL) ELSE g.open_first_seen END, open_last_seen = CASE WHEN h.holds_open_last_seen THEN coalesce(n.open_last_seen, m.open_last_seen, NULL) ELSE g.open_last_seen END, open_max_cvss = CASE WHEN h.holds_open_max_cvss THEN coalesce(n.open_max_cvss, m.open_max_cvss, NULL) ELSE g.open_max_cvss END, open_known_exploited = CASE WHEN h.holds_open_known_exploited THEN coalesce(n.open_known_exploited, m.open_known_exploited, false) ELSE g.open_known_exploited END, closed_first_seen = CASE WHEN h.holds_closed_first_seen THEN coalesce(n.closed_first_seen, m.closed_first_seen, NULL) ELSE g.closed_first_seen END, closed_last_seen = CASE WHEN h.holds_closed_last_seen THEN coalesce(n.closed_last_seen, m.closed_last_seen, NULL) ELSE g.closed_last_seen END, closed_max_cvss = CASE WHEN h.holds_closed_max_cvss THEN coalesce(n.closed_max_cvss, m.closed_max_cvss, NULL) ELSE g.closed_max_cvss END, closed_known_exploited = CASE WHEN h.holds_closed_known_exploited THEN coalesce(n.closed_known_exploited, m.closed_known_exploited, false) ELSE g.closed_known_exploited END
        FROM held h
       CROSS JOIN LATERAL (
         SELECT CASE WHEN h.holds_open_first_seen AND NOT h.is_open_empty THEN CASE WHEN h.open_count + h.closed_count > 500 THEN (
             SELECT e.first_seen
               FROM (SELECT o.first_seen AS place, o.first_seen, o.group_key, o.cve_ids
                       FROM observation o
                      WHERE o.organization_id = h.organization_id AND o.view = h.view AND o.is_open AND o.is_listed
                        AND o.first_seen >= h.open_first_seen
                      ORDER BY o.first_seen ASC LIMIT 1000) e
              WHERE e.group_key = h.group_key OR h.group_key = ANY (e.cve_ids)
              ORDER BY e.place ASC LIMIT 1) END END AS open_first_seen, CASE WHEN h.holds_open_last_seen AND NOT h.is_open_empty THEN CASE WHEN h.open_count + h.closed_count > 500 THEN (
             SELECT e.last_seen
               FROM (SELECT o.last_seen AS place, o.last_seen, o.group_key, o.cve_ids
                       FROM observation o
                      WHERE o.organization_id = h.organization_id AND o.view = h.view AND o.is_open AND o.is_listed
                        AND o.last_seen <= h.open_last_seen
                      ORDER BY o.last_seen DESC LIMIT 1000) e
              WHERE e.group_key = h.group_key OR h.group_key = ANY (e.cve_ids)
              ORDER BY e.place DESC LIMIT 1) END END AS open_last_seen, CASE WHEN h.holds_open_max_cvss AND NOT h.is_open_empty THEN CASE WHEN h.open_count + h.closed_count > 500 THEN (
             SELECT e.cvss_base_score
               FROM (SELECT o.cvss_rank AS place, o.cvss_base_score, o.group_key, o.cve_ids
                       FROM observation o
                      WHERE o.organization_id = h.organization_id AND o.view = h.view AND o.is_open AND o.is_listed
                        AND o.cvss_rank <= (h.open_max_cvss * 10)::smallint
                      ORDER BY o.cvss_rank DESC LIMIT 1000) e
              WHERE e.group_key = h.group_key OR h.group_key = ANY (e.cve_ids)
              ORDER BY e.place DESC LIMIT 1) END END AS open_max_cvss, CASE WHEN h.holds_open_known_exploited AND NOT h.is_open_empty THEN (SELECT true FROM observation o
              WHERE o.organization_id = h.organization_id AND o.view = h.view AND o.group_key = h.group_key AND o.is_open AND o.is_listed
                AND o.is_known_exploited LIMIT 1) END AS open_known_exploited, CASE WHEN h.holds_closed_first_seen AND NOT h.is_closed_empty THEN CASE WHEN h.open_count + h.closed_count > 500 THEN (
             SELECT e.first_seen
               FROM (SELECT o.first_seen AS place, o.first_seen, o.group_key, o.cve_ids
                       FROM observation o
                      WHERE o.organization_id = h.organization_id AND o.view = h.view AND NOT o.is_open AND o.is_listed
                        AND o.first_seen >= h.closed_first_seen
                      ORDER BY o.first_seen ASC LIMIT 1000) e
              WHERE e.group_key = h.group_key OR h.group_key = ANY (e.cve_ids)
              ORDER BY e.place ASC LIMIT 1) END END AS closed_first_seen, CASE WHEN h.holds_closed_last_seen AND NOT h.is_closed_empty THEN CASE WHEN h.open_count + h.closed_count > 500 THEN (
             SELECT e.last_seen
               FROM (SELECT o.last_seen AS place, o.last_seen, o.group_key, o.cve_ids
                       FROM observation o
                      WHERE o.organization_id = h.organization_id AND o.view = h.view AND NOT o.is_open AND o.is_listed
                        AND o.last_seen <= h.closed_last_seen
                      ORDER BY o.last_seen DESC LIMIT 1000) e
              WHERE e.group_key = h.group_key OR h.group_key = ANY (e.cve_ids)
              ORDER BY e.place DESC LIMIT 1) END END AS closed_last_seen, CASE WHEN h.holds_closed_max_cvss AND NOT h.is_closed_empty THEN CASE WHEN h.open_count + h.closed_count > 500 THEN (
             SELECT e.cvss_base_score
               FROM (SELECT o.cvss_rank AS place, o.cvss_base_score, o.group_key, o.cve_ids
                       FROM observation o
                      WHERE o.organization_id = h.organization_id AND o.view = h.view AND NOT o.is_open AND o.is_listed
                        AND o.cvss_rank <= (h.closed_max_cvss * 10)::smallint
                      ORDER BY o.cvss_rank DESC LIMIT 1000) e
              WHERE e.group_key = h.group_key OR h.group_key = ANY (e.cve_ids)
              ORDER BY e.place DESC LIMIT 1) END END AS closed_max_cvss, CASE WHEN h.holds_closed_known_exploited AND NOT h.is_closed_empty THEN (SELECT true FROM observation o
              WHERE o.organization_id = h.organization_id AND o.view = h.view AND o.group_key = h.group_key AND NOT o.is_open AND o.is_listed
                AND o.is_known_exploited LIMIT 1) END AS closed_known_exploited
         OFFSET 0) n
       CROSS JOIN LATERAL (
         SELECT min(o.first_seen) FILTER (WHERE o.is_open) AS open_first_seen, max(o.last_seen) FILTER (WHERE o.is_open) AS open_last_seen, max(o.cvss_base_score) FILTER (WHERE o.is_open) AS open_max_cvss, bool_or(o.is_known_exploited) FILTER (WHERE o.is_open) AS open_known_exploited, min(o.first_seen) FILTER (WHERE NOT o.is_open) AS closed_first_seen, max(o.last_seen) FILTER (WHERE NOT o.is_open) AS closed_last_seen, max(o.cvss_base_score) FILTER (WHERE NOT o.is_open) AS closed_max_cvss, bool_or(o.is_known_exploited) FILTER (WHERE NOT o.is_open) AS closed_known_exploited
           FROM (
              SELECT o.is_open, o.first_seen, o.last_seen, o.cvss_base_score, o.is_known_exploited
                FROM observation o
               WHERE o.organization_id = h.organization_id AND o.view = h.view AND o.group_key = h.group_key AND o.is_listed
              UNION ALL
              SELECT o.is_open, o.first_seen, o.last_seen, o.cvss_base_score, o.is_known_exploited
                FROM observation_cve c JOIN observation o ON o.organization_id = c.organization_id AND o.id = c.observation_id
               WHERE c.organization_id = h.organization_id AND c.cve_id = h.group_key AND c.is_further AND o.view = h.view
                 AND o.group_key <> h.group_key AND h.group_key = ANY (o.cve_ids) AND o.is_listed) o
          WHERE h.holds_open_first_seen AND NOT h.is_open_empty AND n.open_first_seen IS NULL OR h.holds_open_last_seen AND NOT h.is_open_empty AND n.open_last_seen IS NULL OR h.holds_open_max_cvss AND NOT h.is_open_empty AND n.open_max_cvss IS NULL OR h.holds_open_known_exploited AND NOT h.is_open_empty AND n.open_known_exploited IS NULL OR h.holds_closed_first_seen AND NOT h.is_closed_empty AND n.closed_first_seen IS NULL OR h.holds_closed_last_seen AND NOT h.is_closed_empty AND n.closed_last_seen IS NULL OR h.holds_closed_max_cvss AND NOT h.is_closed_empty AND n.closed_max_cvss IS NULL OR h.holds_closed_known_exploited AND NOT h.is_closed_empty AND n.closed_known_exploited IS NULL) m
       WHERE (h.holds_open_first_seen OR h.holds_open_last_seen OR h.holds_open_max_cvss OR h.holds_open_known_exploited OR h.holds_closed_first_seen OR h.holds_closed_last_seen OR h.holds_closed_max_cvss OR h.holds_closed_known_exploited)
         AND g.organization_id = h.organization_id AND g.view = h.view AND g.group_key = h.group_key
    $sql$, gone);
  END IF;

  EXECUTE format($sql$
    WITH delta AS (%s),
    pair AS (
      SELECT organization_id, view, group_key, party_domain,
             coalesce(sum(sign) FILTER (WHERE is_open), 0) AS open, coalesce(sum(sign) FILTER (WHERE NOT is_open), 0) AS closed
        FROM delta WHERE view = 1
       GROUP BY 1, 2, 3, 4
    ),
    paired AS (
      INSERT INTO observation_group_vendor AS v (organization_id, view, group_key, party_domain, open_count, closed_count)
      SELECT organization_id, view, group_key, party_domain, open, closed FROM pair WHERE open <> 0 OR closed <> 0 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, view, group_key, party_domain)
      DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count
      RETURNING organization_id, view, group_key, party_domain, open_count, closed_count
    ),
    vendors AS (
      SELECT organization_id, view, group_key,
             sum((v.open_count > 0)::int - (v.open_count - p.open > 0)::int) AS open,
             sum((v.closed_count > 0)::int - (v.closed_count - p.closed > 0)::int) AS closed,
             sum((v.open_count + v.closed_count > 0)::int - (v.open_count - p.open + v.closed_count - p.closed > 0)::int) AS either
        FROM paired v JOIN pair p USING (organization_id, view, group_key, party_domain)
       GROUP BY 1, 2, 3
    ),
    sums AS (
      SELECT d.organization_id, d.view, d.group_key,
             min(d.observation_type) AS observation_type, min(d.title) AS title, min(d.category) AS category,
             coalesce(sum(d.sign) FILTER (WHERE d.is_open), 0) AS open, coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open), 0) AS closed,
             ARRAY[coalesce(sum(d.sign) FILTER (WHERE d.is_open AND d.severity = 1), 0), coalesce(sum(d.sign) FILTER (WHERE d.is_open AND d.severity = 2), 0),
                   coalesce(sum(d.sign) FILTER (WHERE d.is_open AND d.severity = 3), 0), coalesce(sum(d.sign) FILTER (WHERE d.is_open AND d.severity = 4), 0),
                   coalesce(sum(d.sign) FILTER (WHERE d.is_open AND d.severity = 5), 0)] AS open_by_severity,
             ARRAY[coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open AND d.severity = 1), 0), coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open AND d.severity = 2), 0),
                   coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open AND d.severity = 3), 0), coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open AND d.severity = 4), 0),
                   coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open AND d.severity = 5), 0)] AS closed_by_severity,
             coalesce(sum(%s) FILTER (WHERE d.is_open), 0) AS open_flagged, coalesce(sum(%s) FILTER (WHERE NOT d.is_open), 0) AS closed_flagged,
             min(d.first_seen) FILTER (WHERE d.sign = 1 AND d.is_open) AS open_first_seen, max(d.last_seen) FILTER (WHERE d.sign = 1 AND d.is_open) AS open_last_seen,
             min(d.first_seen) FILTER (WHERE d.sign = 1 AND NOT d.is_open) AS closed_first_seen, max(d.last_seen) FILTER (WHERE d.sign = 1 AND NOT d.is_open) AS closed_last_seen,
             max(d.cvss_base_score) FILTER (WHERE d.sign = 1 AND d.is_open) AS open_max_cvss, max(d.cvss_base_score) FILTER (WHERE d.sign = 1 AND NOT d.is_open) AS closed_max_cvss,
             coalesce(bool_or(d.is_known_exploited) FILTER (WHERE d.sign = 1 AND d.is_open), false) AS open_known_exploited,
             coalesce(bool_or(d.is_known_exploited) FILTER (WHERE d.sign = 1 AND NOT d.is_open), false) AS closed_known_exploited
        FROM delta d %s
       GROUP BY 1, 2, 3
    )
    INSERT INTO observation_group AS g (
      organization_id, view, group_key, observation_type, title, category, open_count, closed_count, open_by_severity, closed_by_severity,
      open_flagged, closed_flagged, open_vendors, closed_vendors, all_vendors, open_first_seen, open_last_seen, closed_first_seen, closed_last_seen,
      open_max_cvss, closed_max_cvss, open_known_exploited, closed_known_exploited)
    SELECT s.organization_id, s.view, s.group_key, s.observation_type, s.title, s.category, s.open, s.closed, s.open_by_severity, s.closed_by_severity,
           s.open_flagged, s.closed_flagged, coalesce(v.open, 0), coalesce(v.closed, 0), coalesce(v.either, 0),
           s.open_first_seen, s.open_last_seen, s.closed_first_seen, s.closed_last_seen,
           s.open_max_cvss, s.closed_max_cvss, s.open_known_exploited, s.closed_known_exploited
      FROM sums s LEFT JOIN vendors v USING (organization_id, view, group_key)
     ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, group_key) DO UPDATE SET
      open_count = g.open_count + excluded.open_count,
      closed_count = g.closed_count + excluded.closed_count,
      open_by_severity = ARRAY[g.open_by_severity[1] + excluded.open_by_severity[1], g.open_by_severity[2] + excluded.open_by_severity[2],
        g.open_by_severity[3] + excluded.open_by_severity[3], g.open_by_severity[4] + excluded.open_by_severity[4], g.open_by_severity[5] + excluded.open_by_severity[5]],
      closed_by_severity = ARRAY[g.closed_by_severity[1] + excluded.closed_by_severity[1], g.closed_by_severity[2] + excluded.closed_by_severity[2],
        g.closed_by_severity[3] + excluded.closed_by_severity[3], g.closed_by_severity[4] + excluded.closed_by_severity[4], g.closed_by_severity[5] + excluded.closed_by_severity[5]],
      open_flagged = g.open_flagged + excluded.open_flagged,
      closed_flagged = g.closed_flagged + excluded.closed_flagged,
      open_vendors = g.open_vendors + excluded.open_vendors,
      closed_vendors = g.closed_vendors + excluded.closed_vendors,
      all_vendors = g.all_vendors + excluded.all_vendors,
      open_first_seen = least(g.open_first_seen, excluded.open_first_seen),
      open_last_seen = greatest(g.open_last_seen, excluded.open_last_seen),
      closed_first_seen = least(g.closed_first_seen, excluded.closed_first_seen),
      closed_last_seen = greatest(g.closed_last_seen, excluded.closed_last_seen),
      open_max_cvss = greatest(g.open_max_cvss, excluded.open_max_cvss),
      closed_max_cvss = greatest(g.closed_max_cvss, excluded.closed_max_cvss),
      open_known_exploited = g.open_known_exploited OR excluded.open_known_exploited,
      closed_known_exploited = g.closed_known_exploited OR excluded.closed_known_exploited
  $sql$, format(delta, grouped, ''), flagged, flagged, flags);

  IF marks IS NOT NULL THEN
    EXECUTE format($sql$
      WITH delta AS (%s),
      changed AS (
        SELECT d.organization_id, d.view, coalesce(sum(d.sign) FILTER (WHERE d.is_open), 0) AS open, coalesce(sum(d.sign) FILTER (WHERE NOT d.is_open), 0) AS closed
          FROM delta d %s
         GROUP BY 1, 2
      )
      INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
      SELECT organization_id, view, 'IS_FLAGGED', 'true', open, closed FROM changed WHERE open <> 0 OR closed <> 0 ORDER BY 1, 2
      ON CONFLICT (organization_id, view, field, value)
      DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count
    $sql$, format(delta, 'organization_id, id, view, is_open', ''), marks);
  END IF;

  EXECUTE format($sql$
    WITH delta AS (SELECT d.*, (first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date AS day, CASE WHEN is_open THEN sign ELSE 0 END AS open, CASE WHEN is_open THEN 0 ELSE sign END AS closed FROM (%s) d),
    kind AS (
      SELECT organization_id, view, observation_type, category, severity, confidence, approval_status, asset_type, asset_port, asset_protocol, cvss_severity,
             is_known_exploited, is_ransomware_used, source_name, day, sum(open) AS open, sum(closed) AS closed
        FROM delta
       GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, day HAVING sum(open) <> 0 OR sum(closed) <> 0
    ),
    scalar AS (
      SELECT organization_id, view,
             CASE GROUPING(observation_type, category, severity, confidence, approval_status, asset_type, asset_port, asset_protocol, cvss_severity,
                           is_known_exploited, is_ransomware_used, source_name)
               WHEN 2047 THEN 'OBSERVATION_TYPE' WHEN 3071 THEN 'CATEGORY' WHEN 3583 THEN 'SEVERITY' WHEN 3839 THEN 'CONFIDENCE' WHEN 3967 THEN 'APPROVAL_STATUS'
               WHEN 4031 THEN 'ASSET_TYPE' WHEN 4063 THEN 'ASSET_PORT' WHEN 4079 THEN 'ASSET_PROTOCOL' WHEN 4087 THEN 'CVSS_SEVERITY'
               WHEN 4091 THEN 'KNOWN_EXPLOITED' WHEN 4093 THEN 'RANSOMWARE_USE' WHEN 4094 THEN 'SOURCE' END AS field,
             coalesce(observation_type, category::text, severity::text, confidence::text, approval_status::text, asset_type::text,
                      asset_port::text, asset_protocol::text, cvss_severity::text, is_known_exploited::text, is_ransomware_used::text, source_name) AS value,
             sum(open) AS open, sum(closed) AS closed, day
        FROM kind
       GROUP BY organization_id, view, GROUPING SETS ((observation_type, day), (category, day), (severity, day), (confidence, day), (approval_status, day),
                (asset_type, day), (asset_port, day), (asset_protocol, day), (cvss_severity, day), (is_known_exploited, day), (is_ransomware_used, day), (source_name, day)) HAVING sum(open) <> 0 OR sum(closed) <> 0
    ),
    host AS (
      SELECT organization_id, view, party_domain, subject_domain, day, sum(open) AS open, sum(closed) AS closed FROM delta GROUP BY 1, 2, 3, 4, day HAVING sum(open) <> 0 OR sum(closed) <> 0
    ),
    list AS (
      SELECT organization_id, view, 'CVE' AS field, cve_ids AS members, day, sum(open) AS open, sum(closed) AS closed FROM delta WHERE cve_ids <> '{}' GROUP BY 1, 2, 4, day HAVING sum(open) <> 0 OR sum(closed) <> 0
      UNION ALL SELECT organization_id, view, 'CWE', cwe_ids, day, sum(open), sum(closed) FROM delta WHERE cwe_ids <> '{}' GROUP BY 1, 2, 4, day HAVING sum(open) <> 0 OR sum(closed) <> 0
      UNION ALL SELECT organization_id, view, 'TAG', tags, day, sum(open), sum(closed) FROM delta WHERE tags <> '{}' GROUP BY 1, 2, 4, day HAVING sum(open) <> 0 OR sum(closed) <> 0
    ),
    listed AS (SELECT organization_id, view, field, unnest(members) AS value, day, open, closed FROM list),
    changed AS (
      SELECT * FROM scalar WHERE value IS NOT NULL
      UNION ALL SELECT organization_id, view, 'VENDOR', party_domain, sum(open), sum(closed), day FROM host GROUP BY 1, 2, 4, day HAVING sum(open) <> 0 OR sum(closed) <> 0
      UNION ALL SELECT organization_id, view, 'SUBJECT_DOMAIN', subject_domain, sum(open), sum(closed), day FROM host GROUP BY 1, 2, 4, day HAVING sum(open) <> 0 OR sum(closed) <> 0
      UNION ALL SELECT organization_id, view, field, value, sum(open), sum(closed), day FROM listed GROUP BY 1, 2, 3, 4, day HAVING sum(open) <> 0 OR sum(closed) <> 0
    ),
    total AS (
      SELECT organization_id, view, field, value, sum(open) AS open, sum(closed) AS closed,
             coalesce(min(day) FILTER (WHERE open > 0 OR closed > 0), 2147483647) AS first_day, coalesce(max(day) FILTER (WHERE open > 0 OR closed > 0), 0) AS last_day
        FROM changed
       GROUP BY 1, 2, 3, 4
    )
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count, first_day, last_day)
    SELECT organization_id, view, field, value, open, closed, first_day, last_day FROM total WHERE open <> 0 OR closed <> 0 OR last_day > 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count, first_day = least(v.first_day, excluded.first_day), last_day = greatest(v.last_day, excluded.last_day)
  $sql$, format(delta, valued, ''));

  EXECUTE format($sql$
    WITH delta AS (%s),
    changed AS (
      SELECT organization_id, view, party_domain, category, severity, sum(sign) AS open,
             coalesce(sum(sign) FILTER (WHERE is_known_exploited), 0) AS known_exploited, coalesce(sum(sign) FILTER (WHERE is_ransomware_used), 0) AS ransomware
        FROM delta
       GROUP BY 1, 2, 3, 4, 5
    ),
    tallied AS (
      INSERT INTO party_tally AS t (organization_id, view, party_domain, category, severity, open_count, known_exploited_count, ransomware_count)
      SELECT organization_id, view, party_domain, category, severity, open, known_exploited, ransomware
        FROM changed WHERE open <> 0 OR known_exploited <> 0 OR ransomware <> 0 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (organization_id, view, party_domain, category, severity)
      DO UPDATE SET open_count = t.open_count + excluded.open_count, known_exploited_count = t.known_exploited_count + excluded.known_exploited_count,
                    ransomware_count = t.ransomware_count + excluded.ransomware_count
      RETURNING organization_id, view, party_domain
    )
    INSERT INTO party_score AS s (organization_id, view, party_domain)
    SELECT DISTINCT organization_id, view, party_domain FROM tallied ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain) DO UPDATE SET is_stale = true WHERE NOT s.is_stale
  $sql$, format(delta, tallied, ' AND is_open'));

  IF TG_OP = 'DELETE' THEN
    DELETE FROM observation_flag f USING removed r WHERE f.organization_id = r.organization_id AND f.observation_id = r.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER observation_added AFTER INSERT ON observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup();
CREATE TRIGGER observation_removed AFTER DELETE ON observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup();
CREATE TRIGGER observation_changed AFTER UPDATE ON observation
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup();
