/** Stored scores, next to the open observations that they derive from, counted from the observation table. */
export const SCORED = `
  WITH cell AS (
    SELECT view, party_domain, category, severity, count(*) AS open, count(*) FILTER (WHERE is_known_exploited) AS exploited,
           count(*) FILTER (WHERE is_ransomware_used) AS ransomware
      FROM observation WHERE organization_id = $1 AND is_listed AND is_open
     GROUP BY 1, 2, 3, 4
  ), party AS (
    SELECT view, party_domain, json_agg(json_build_array(category, severity, open, exploited, ransomware)) AS cells FROM cell GROUP BY 1, 2
  ), stored AS (
    SELECT s.view, s.party_domain,
           json_build_object('isStale', s.is_stale, 'overall', s.overall_score, 'grade', s.overall_grade, 'breach', s.breach_score,
             'breachLevel', s.breach_level, 'ransomware', s.ransomware_score, 'ransomwareLevel', s.ransomware_level,
             'bySeverity', s.open_by_severity,
             'factors', (SELECT json_agg(json_build_array(f ->> 'category', f -> 'score', f -> 'openCount') ORDER BY f ->> 'category')
                           FROM jsonb_array_elements(s.factors) f),
             'latestDay', coalesce((SELECT d.overall_score FROM party_score_day d
                                     WHERE d.organization_id = $1 AND d.view = s.view AND d.party_domain = s.party_domain
                                     ORDER BY d.day DESC LIMIT 1), s.overall_score)) AS stored
      FROM party_score s WHERE s.organization_id = $1
  )
  SELECT view, party_domain, stored, cells FROM stored FULL JOIN party USING (view, party_domain) ORDER BY 1, 2`;
