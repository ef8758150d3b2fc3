CREATE FUNCTION change_of_fourth_party() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
  WITH touched AS MATERIALIZED (SELECT r.organization_id, 6::smallint AS kind, change_key(r.vendor_domain || '/' || r.fourth_party_domain) AS resource_id,
   r.vendor_domain || '/' || r.fourth_party_domain AS resource_key, NOT r.is_listed AS is_removed FROM added r),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
  ELSIF TG_OP = 'UPDATE' THEN
  WITH touched AS MATERIALIZED (SELECT r.organization_id, 6::smallint AS kind, change_key(r.vendor_domain || '/' || r.fourth_party_domain) AS resource_id,
   r.vendor_domain || '/' || r.fourth_party_domain AS resource_key, NOT r.is_listed AS is_removed
      FROM (SELECT organization_id, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types, products, confidence, evidence_count, first_seen, is_current, is_listed FROM added EXCEPT SELECT organization_id, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types, products, confidence, evidence_count, first_seen, is_current, is_listed FROM removed) r),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
  ELSE
  WITH touched AS MATERIALIZED (SELECT r.organization_id, 6::smallint AS kind, change_key(r.vendor_domain || '/' || r.fourth_party_domain) AS resource_id,
   r.vendor_domain || '/' || r.fourth_party_domain AS resource_key, true AS is_removed FROM removed r),
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
REVOKE ALL ON FUNCTION change_of_fourth_party() FROM PUBLIC;

CREATE TRIGGER change_of_fourth_party_insert AFTER INSERT ON fourth_party_relationship
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_fourth_party();
CREATE TRIGGER change_of_fourth_party_delete AFTER DELETE ON fourth_party_relationship
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_fourth_party();
CREATE TRIGGER change_of_fourth_party_update AFTER UPDATE ON fourth_party_relationship
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_fourth_party();
