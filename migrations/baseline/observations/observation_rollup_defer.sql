CREATE FUNCTION observation_rollup_defer() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.rollups', 'deferred', true);
  CREATE TEMPORARY TABLE observation_delta ON COMMIT DROP AS
    SELECT 1 AS sign, false AS flagged, false AS leaves, organization_id, id, view, group_key, party_domain, observation_type, title, category, severity, is_open, first_seen, last_seen, cvss_base_score, is_known_exploited, subject_domain, confidence, approval_status, asset_type, asset_port, asset_protocol, cvss_severity, is_ransomware_used, source_name, cve_ids, cwe_ids, tags FROM observation WITH NO DATA;
  CREATE TEMPORARY TABLE observation_opened (organization_id uuid, view smallint, party_domain text, opened bigint) ON COMMIT DROP;
END
$$;
