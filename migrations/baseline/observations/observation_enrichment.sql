CREATE FUNCTION observation_enrichment(cves text[], cwes text[], own_epss numeric, own_percentile numeric) RETURNS TABLE(document text, epss numeric, percentile numeric, known_exploited boolean, ransomware boolean) LANGUAGE sql STABLE AS $$
SELECT CASE WHEN coalesce(v.epss, own_epss) IS NOT NULL OR v.added IS NOT NULL OR c.capec IS NOT NULL THEN
         concat_ws(',',
           '"epss":' || CASE WHEN coalesce(v.epss, own_epss) IS NOT NULL THEN
             json_build_object('score', coalesce(v.epss, own_epss), 'percentile', coalesce(v.percentile, own_percentile, 0)) END,
           '"knownExploited":' || json_strip_nulls(CASE WHEN v.added IS NOT NULL THEN
             json_build_object('dateAdded', v.added || 'T00:00:00.000Z', 'dueDate', v.due || 'T00:00:00.000Z', 'ransomwareUse', v.ransomware) END),
           '"capec":' || coalesce(c.capec, '[]'::json))
       END,
       coalesce(v.epss, own_epss), coalesce(v.percentile, own_percentile), v.added IS NOT NULL, v.ransomware
  FROM (SELECT max(epss_score) AS epss, max(epss_percentile) AS percentile, min(kev_date_added) AS added, min(kev_due_date) AS due,
               coalesce(bool_or(ransomware_use), false) AS ransomware
          FROM vulnerability WHERE cve_id = ANY(cves)) v,
       (SELECT json_agg(json_build_object('capecId', p.capec_id, 'summary', p.summary, 'description', p.description) ORDER BY p.capec_id) AS capec
          FROM (SELECT DISTINCT capec_id, summary, description FROM weakness_capec WHERE cwe_id = ANY(cwes) ORDER BY capec_id LIMIT 10) p) c
$$;
