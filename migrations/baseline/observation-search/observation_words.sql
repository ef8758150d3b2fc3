CREATE FUNCTION observation_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count, first_day, last_day)
    SELECT organization_id, view, field, value, open, closed, first_day, last_day
      FROM (SELECT organization_id, view,
                   CASE GROUPING(w0, w1, w2, w3, w4, w5, w6) WHEN 63 THEN 'TITLE' WHEN 95 THEN 'ASSET_DOMAIN' WHEN 111 THEN 'ASSET_URL' WHEN 119 THEN 'PRESENCE' WHEN 123 THEN 'CVSS_BASE_SCORE' WHEN 125 THEN 'EPSS_STEP' WHEN 126 THEN 'ASSET_IP' END AS field,
                   coalesce(w0::text, w1::text, w2::text, w3::text, w4::text, w5::text, w6::text) AS value,
                   count(*) FILTER (WHERE is_open) AS open, count(*) FILTER (WHERE NOT is_open) AS closed, min(day) AS first_day, max(day) AS last_day
              FROM (SELECT 1 AS sign, organization_id, view, is_open, observation_word(title) AS w0, asset_domain AS w1, observation_word(asset_url) AS w2, observation_presence(vendor_id, confidence, asset_type, asset_ip, asset_port, asset_protocol, asset_domain, asset_url, cve_ids, cwe_ids, tags, cvss_base_score, cvss_severity, epss_score) AS w3, cvss_base_score AS w4, trunc(epss_score, 2) AS w5, asset_ip AS w6, (first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date AS day FROM added WHERE is_listed OFFSET 0) d
             GROUP BY organization_id, view, GROUPING SETS ((w0), (w1), (w2), (w3), (w4), (w5), (w6))) c
     WHERE value IS NOT NULL AND (open <> 0 OR closed <> 0 OR last_day > 0)
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count, first_day = least(v.first_day, excluded.first_day), last_day = greatest(v.last_day, excluded.last_day);
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count, first_day, last_day)
    SELECT organization_id, view, field, value, open, closed, first_day, last_day
      FROM (
      SELECT organization_id, view, field, value, sum(open) AS open, sum(closed) AS closed,
             coalesce(min(day) FILTER (WHERE open > 0 OR closed > 0), 2147483647) AS first_day, coalesce(max(day) FILTER (WHERE open > 0 OR closed > 0), 0) AS last_day
        FROM (SELECT organization_id, view,
                   CASE GROUPING(w0, w1, w2, w3, w4, w5, w6) WHEN 63 THEN 'TITLE' WHEN 95 THEN 'ASSET_DOMAIN' WHEN 111 THEN 'ASSET_URL' WHEN 119 THEN 'PRESENCE' WHEN 123 THEN 'CVSS_BASE_SCORE' WHEN 125 THEN 'EPSS_STEP' WHEN 126 THEN 'ASSET_IP' END AS field,
                   coalesce(w0::text, w1::text, w2::text, w3::text, w4::text, w5::text, w6::text) AS value,
                   sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN NOT is_open THEN sign ELSE 0 END) AS closed, day
              FROM (
                SELECT c.* FROM added FULL JOIN removed ON removed.organization_id = added.organization_id AND removed.id = added.id
                 CROSS JOIN LATERAL (SELECT 1 AS sign, organization_id, view, is_open, observation_word(title) AS w0, asset_domain AS w1, observation_word(asset_url) AS w2, observation_presence(vendor_id, confidence, asset_type, asset_ip, asset_port, asset_protocol, asset_domain, asset_url, cve_ids, cwe_ids, tags, cvss_base_score, cvss_severity, epss_score) AS w3, cvss_base_score AS w4, trunc(epss_score, 2) AS w5, asset_ip AS w6, (first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date AS day FROM (SELECT added.*) a WHERE is_listed UNION ALL SELECT -1 AS sign, organization_id, view, is_open, observation_word(title) AS w0, asset_domain AS w1, observation_word(asset_url) AS w2, observation_presence(vendor_id, confidence, asset_type, asset_ip, asset_port, asset_protocol, asset_domain, asset_url, cve_ids, cwe_ids, tags, cvss_base_score, cvss_severity, epss_score) AS w3, cvss_base_score AS w4, trunc(epss_score, 2) AS w5, asset_ip AS w6, (first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date AS day FROM (SELECT removed.*) r WHERE is_listed) c
                 WHERE ROW(added.view, added.is_open, added.is_listed, added.first_seen, added.title, added.vendor_id, added.confidence, added.asset_type, added.asset_ip, added.asset_port, added.asset_protocol, added.asset_domain, added.asset_url, added.cve_ids, added.cwe_ids, added.tags, added.cvss_base_score, added.cvss_severity, added.epss_score) IS DISTINCT FROM ROW(removed.view, removed.is_open, removed.is_listed, removed.first_seen, removed.title, removed.vendor_id, removed.confidence, removed.asset_type, removed.asset_ip, removed.asset_port, removed.asset_protocol, removed.asset_domain, removed.asset_url, removed.cve_ids, removed.cwe_ids, removed.tags, removed.cvss_base_score, removed.cvss_severity, removed.epss_score)) d
             GROUP BY organization_id, view, GROUPING SETS ((w0, day), (w1, day), (w2, day), (w3, day), (w4, day), (w5, day), (w6, day)) HAVING sum(CASE WHEN is_open THEN sign ELSE 0 END) <> 0 OR sum(CASE WHEN NOT is_open THEN sign ELSE 0 END) <> 0) t
       GROUP BY 1, 2, 3, 4) c
     WHERE value IS NOT NULL AND (open <> 0 OR closed <> 0 OR last_day > 0)
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count, first_day = least(v.first_day, excluded.first_day), last_day = greatest(v.last_day, excluded.last_day);
  ELSE
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count, first_day, last_day)
    SELECT organization_id, view, field, value, open, closed, first_day, last_day
      FROM (
      SELECT organization_id, view, field, value, sum(open) AS open, sum(closed) AS closed,
             coalesce(min(day) FILTER (WHERE open > 0 OR closed > 0), 2147483647) AS first_day, coalesce(max(day) FILTER (WHERE open > 0 OR closed > 0), 0) AS last_day
        FROM (SELECT organization_id, view,
                   CASE GROUPING(w0, w1, w2, w3, w4, w5, w6) WHEN 63 THEN 'TITLE' WHEN 95 THEN 'ASSET_DOMAIN' WHEN 111 THEN 'ASSET_URL' WHEN 119 THEN 'PRESENCE' WHEN 123 THEN 'CVSS_BASE_SCORE' WHEN 125 THEN 'EPSS_STEP' WHEN 126 THEN 'ASSET_IP' END AS field,
                   coalesce(w0::text, w1::text, w2::text, w3::text, w4::text, w5::text, w6::text) AS value,
                   sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN NOT is_open THEN sign ELSE 0 END) AS closed, day
              FROM (SELECT -1 AS sign, organization_id, view, is_open, observation_word(title) AS w0, asset_domain AS w1, observation_word(asset_url) AS w2, observation_presence(vendor_id, confidence, asset_type, asset_ip, asset_port, asset_protocol, asset_domain, asset_url, cve_ids, cwe_ids, tags, cvss_base_score, cvss_severity, epss_score) AS w3, cvss_base_score AS w4, trunc(epss_score, 2) AS w5, asset_ip AS w6, (first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date AS day FROM removed WHERE is_listed) d
             GROUP BY organization_id, view, GROUPING SETS ((w0, day), (w1, day), (w2, day), (w3, day), (w4, day), (w5, day), (w6, day)) HAVING sum(CASE WHEN is_open THEN sign ELSE 0 END) <> 0 OR sum(CASE WHEN NOT is_open THEN sign ELSE 0 END) <> 0) t
       GROUP BY 1, 2, 3, 4) c
     WHERE value IS NOT NULL AND (open <> 0 OR closed <> 0 OR last_day > 0)
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count, first_day = least(v.first_day, excluded.first_day), last_day = greatest(v.last_day, excluded.last_day);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER observation_words_added AFTER INSERT ON observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_words();
CREATE TRIGGER observation_words_removed AFTER DELETE ON observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_words();
CREATE TRIGGER observation_words_changed AFTER UPDATE ON observation
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_words();
