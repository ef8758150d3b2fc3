-- Notes how the observations of a statement change the roll-ups, and applies it at once, or at the end of an import.
CREATE FUNCTION observation_rollup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass('pg_temp.observation_delta') IS NULL THEN
    CREATE TEMPORARY TABLE observation_delta (
      sign integer, leaves boolean, opened integer, resolved integer, is_flagged boolean, organization_id uuid, view smallint, group_keys text[], party_domain text,
      observation_type text, title text, category smallint, severity smallint, is_open boolean, first_seen timestamptz(3), last_seen timestamptz(3),
      cvss_base_score numeric(3,1), is_known_exploited boolean, is_ransomware_used boolean
    ) ON COMMIT DELETE ROWS;
  END IF;

  IF TG_OP = 'INSERT' THEN
    INSERT INTO pg_temp.observation_delta
    SELECT 1, false, is_open::int, 0, false, organization_id, view, observation_group_keys(group_key, cve_ids), party_domain,
           observation_type, title, category, severity, is_open, first_seen, last_seen, cvss_base_score, is_known_exploited, is_ransomware_used
      FROM added WHERE is_listed;
  ELSIF TG_OP = 'UPDATE' THEN
    -- A row that changed is taken out and put in again. A later sighting only moves the last one of its groups: it has the sign 0.
    INSERT INTO pg_temp.observation_delta
    SELECT c.sign, c.leaves, c.opened, c.resolved,
           c.sign <> 0 AND EXISTS (SELECT 1 FROM observation_flag f WHERE f.organization_id = a.organization_id AND f.observation_id = a.id OFFSET 0),
           a.organization_id, c.view, observation_group_keys(c.group_key, c.cve_ids), c.party_domain, c.observation_type, c.title, c.category,
           c.severity, c.is_open, c.first_seen, c.last_seen, c.cvss_base_score, c.is_known_exploited, c.is_ransomware_used
      FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.id = a.id
     CROSS JOIN LATERAL (
       SELECT NOT a.is_listed OR (a.view, a.group_key, a.cve_ids, a.first_seen, a.cvss_base_score) IS DISTINCT FROM (r.view, r.group_key, r.cve_ids, r.first_seen, r.cvss_base_score)
              OR a.last_seen < r.last_seen AS leaves) l
     CROSS JOIN LATERAL (
       SELECT l.leaves OR (a.is_listed, a.is_open, a.party_domain, a.observation_type, a.title, a.category, a.severity, a.is_known_exploited, a.is_ransomware_used)
              IS DISTINCT FROM (r.is_listed, r.is_open, r.party_domain, r.observation_type, r.title, r.category, r.severity, r.is_known_exploited, r.is_ransomware_used) AS yes) changed
     CROSS JOIN LATERAL (VALUES
       (changed.yes::int, false, (r.is_listed AND a.is_open > r.is_open)::int, (r.is_listed AND a.is_open < r.is_open)::int, a.is_listed,
        a.view, a.group_key, a.cve_ids, a.party_domain, a.observation_type, a.title, a.category, a.severity, a.is_open, a.first_seen, a.last_seen,
        a.cvss_base_score, a.is_known_exploited, a.is_ransomware_used),
       (-1, l.leaves, 0, 0, r.is_listed AND changed.yes,
        r.view, r.group_key, r.cve_ids, r.party_domain, r.observation_type, r.title, r.category, r.severity, r.is_open, r.first_seen, r.last_seen,
        r.cvss_base_score, r.is_known_exploited, r.is_ransomware_used))
       AS c (sign, leaves, opened, resolved, is_noted, view, group_key, cve_ids, party_domain, observation_type, title, category, severity, is_open, first_seen, last_seen,
             cvss_base_score, is_known_exploited, is_ransomware_used)
     WHERE c.is_noted;
  ELSE
    INSERT INTO pg_temp.observation_delta
    SELECT -1, true, 0, 0,
           EXISTS (SELECT 1 FROM observation_flag f WHERE f.organization_id = r.organization_id AND f.observation_id = r.id OFFSET 0),
           organization_id, view, observation_group_keys(group_key, cve_ids), party_domain,
           observation_type, title, category, severity, is_open, first_seen, last_seen, cvss_base_score, is_known_exploited, is_ransomware_used
      FROM removed r WHERE is_listed;
    DELETE FROM observation_flag f USING removed r WHERE f.organization_id = r.organization_id AND f.observation_id = r.id;
  END IF;

  IF coalesce(current_setting('app.rollups', true), '') <> 'deferred' THEN
    PERFORM observation_rollup_settle();
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER observation_rollup_insert AFTER INSERT ON observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup();
CREATE TRIGGER observation_rollup_update AFTER UPDATE ON observation
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup();
CREATE TRIGGER observation_rollup_delete AFTER DELETE ON observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_rollup();
