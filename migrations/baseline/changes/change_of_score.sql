CREATE FUNCTION change_of_score() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
  WITH touched AS MATERIALIZED (SELECT s.organization_id, (CASE s.view WHEN 1 THEN 8 ELSE 18 END)::smallint AS kind,
      change_key(s.party_domain) AS resource_id, s.party_domain AS resource_key, s.view = 1 AND NOT EXISTS (
        SELECT 1 FROM vendor v WHERE v.organization_id = s.organization_id AND v.domain_name = s.party_domain AND v.is_monitored) AS is_removed FROM added s WHERE s.overall_score IS NOT NULL),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
  ELSIF TG_OP = 'UPDATE' THEN
  WITH touched AS MATERIALIZED (SELECT s.organization_id, (CASE s.view WHEN 1 THEN 8 ELSE 18 END)::smallint AS kind,
      change_key(s.party_domain) AS resource_id, s.party_domain AS resource_key, s.view = 1 AND NOT EXISTS (
        SELECT 1 FROM vendor v WHERE v.organization_id = s.organization_id AND v.domain_name = s.party_domain AND v.is_monitored) AS is_removed FROM (SELECT organization_id, view, party_domain, overall_score, overall_grade, breach_score, breach_level, ransomware_score, ransomware_level,
        factors, open_by_severity, calculated_at FROM added EXCEPT SELECT organization_id, view, party_domain, overall_score, overall_grade, breach_score, breach_level, ransomware_score, ransomware_level,
        factors, open_by_severity, calculated_at FROM removed) s WHERE s.overall_score IS NOT NULL),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
  ELSE
  WITH touched AS MATERIALIZED (SELECT s.organization_id, (CASE s.view WHEN 1 THEN 8 ELSE 18 END)::smallint AS kind,
      change_key(s.party_domain) AS resource_id, s.party_domain AS resource_key, true AS is_removed FROM removed s WHERE s.overall_score IS NOT NULL),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_score() FROM PUBLIC;

CREATE TRIGGER change_of_score_insert AFTER INSERT ON party_score
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_score();
CREATE TRIGGER change_of_score_delete AFTER DELETE ON party_score
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_score();
CREATE TRIGGER change_of_score_update AFTER UPDATE ON party_score
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_score();
