CREATE FUNCTION observation_state_follow() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO observation_state (organization_id, observation_id, view, is_open, is_listed, updated_at, due_at, first_seen, kind_bits, name_bits, url_bits)
    SELECT a.organization_id, a.id, a.view, a.is_open, a.is_listed, a.updated_at, observation_due(p.days, a.severity, a.first_seen, a.is_known_exploited, a.enrichment), a.first_seen, observation_kind_bits(a.category, a.severity, a.confidence, a.approval_status, a.asset_type, a.asset_protocol, a.cvss_severity, a.is_known_exploited, a.is_ransomware_used, a.cvss_base_score, a.epss_score, a.asset_port, a.source_name, a.cwe_ids), observation_name_bits(a.party_domain, a.subject_domain, a.observation_type, a.title, a.asset_ip, a.asset_domain, a.cve_ids, a.tags), observation_url_bits(a.asset_url)
      FROM added a LEFT JOIN remediation_policy p ON p.organization_id = a.organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO observation_state AS s (organization_id, observation_id, view, is_open, is_listed, updated_at, due_at, first_seen, kind_bits, name_bits, url_bits)
    SELECT a.organization_id, a.id, a.view, a.is_open, a.is_listed, a.updated_at, observation_due(p.days, a.severity, a.first_seen, a.is_known_exploited, a.enrichment), a.first_seen, observation_kind_bits(o.category, o.severity, o.confidence, o.approval_status, o.asset_type, o.asset_protocol, o.cvss_severity, o.is_known_exploited, o.is_ransomware_used, o.cvss_base_score, o.epss_score, o.asset_port, o.source_name, o.cwe_ids), observation_name_bits(o.party_domain, o.subject_domain, o.observation_type, o.title, o.asset_ip, o.asset_domain, o.cve_ids, o.tags), observation_url_bits(o.asset_url)
      FROM (SELECT organization_id, id, view, is_open, is_listed, updated_at, severity, first_seen, is_known_exploited,
            CASE WHEN is_known_exploited THEN enrichment END AS enrichment, approval_status, body_hash, epss_score, is_ransomware_used FROM added
            EXCEPT
            SELECT organization_id, id, view, is_open, is_listed, updated_at, severity, first_seen, is_known_exploited,
            CASE WHEN is_known_exploited THEN enrichment END AS enrichment, approval_status, body_hash, epss_score, is_ransomware_used FROM removed) a
      JOIN observation o ON o.organization_id = a.organization_id AND o.id = a.id
      LEFT JOIN remediation_policy p ON p.organization_id = a.organization_id
     ORDER BY 1, 2
    ON CONFLICT (organization_id, observation_id) DO UPDATE
      SET view = excluded.view, is_open = excluded.is_open, is_listed = excluded.is_listed,
          updated_at = greatest(s.updated_at, excluded.updated_at), due_at = coalesce(s.set_due_at, excluded.due_at),
          first_seen = excluded.first_seen,
          kind_bits = excluded.kind_bits,
          name_bits = excluded.name_bits,
          url_bits = excluded.url_bits;
    UPDATE observation_reference r SET view = m.view, is_open = m.is_open, is_listed = m.is_listed
      FROM (SELECT organization_id, id, view, is_open, is_listed FROM added
            EXCEPT
            SELECT organization_id, id, view, is_open, is_listed FROM removed) m
     WHERE r.organization_id = m.organization_id AND r.observation_id = m.id;
  ELSE
    DELETE FROM observation_state s USING removed o WHERE s.organization_id = o.organization_id AND s.observation_id = o.id;
    DELETE FROM observation_reference r USING removed o WHERE r.organization_id = o.organization_id AND r.observation_id = o.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER observation_state_follow_insert AFTER INSERT ON observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_follow();
CREATE TRIGGER observation_state_follow_delete AFTER DELETE ON observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_state_follow();
CREATE TRIGGER observation_state_follow_update AFTER UPDATE ON observation
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_follow();
