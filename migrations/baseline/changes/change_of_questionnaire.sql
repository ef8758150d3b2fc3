CREATE FUNCTION change_of_questionnaire() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
  WITH touched AS MATERIALIZED (SELECT organization_id, 7::smallint AS kind, id AS resource_id, NULL::text AS resource_key, false AS is_removed FROM added),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
  ELSIF TG_OP = 'UPDATE' THEN
  WITH touched AS MATERIALIZED (SELECT organization_id, 7::smallint AS kind, id AS resource_id, NULL::text AS resource_key, false AS is_removed FROM (SELECT organization_id, id, template_id, template_name, vendor_id, vendor_domain, status, question_count, answered_count, due_at, created_at, updated_at FROM added EXCEPT SELECT organization_id, id, template_id, template_name, vendor_id, vendor_domain, status, question_count, answered_count, due_at, created_at, updated_at FROM removed) d),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
  ELSE
  WITH touched AS MATERIALIZED (SELECT organization_id, 7::smallint AS kind, id AS resource_id, NULL::text AS resource_key, true AS is_removed FROM removed),
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
REVOKE ALL ON FUNCTION change_of_questionnaire() FROM PUBLIC;

CREATE TRIGGER change_of_questionnaire_insert AFTER INSERT ON questionnaire
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_questionnaire();
CREATE TRIGGER change_of_questionnaire_delete AFTER DELETE ON questionnaire
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_questionnaire();
CREATE TRIGGER change_of_questionnaire_update AFTER UPDATE ON questionnaire
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_questionnaire();
