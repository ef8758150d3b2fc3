CREATE FUNCTION change_of_vendor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  related record;
BEGIN
  IF TG_OP = 'INSERT' THEN

  WITH touched AS MATERIALIZED (SELECT organization_id, 2::smallint AS kind, id AS resource_id, NULL::text AS resource_key, false AS is_removed FROM added),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
    INSERT INTO change (organization_id, kind, resource_id, set_id, is_removed)
    SELECT t.organization_id, t.kind, t.resource_id, m.id, t.is_removed FROM touched t JOIN made m ON m.organization_id = t.organization_id;
    FOR related IN SELECT organization_id, array_agg(domain_name) AS domains FROM added GROUP BY organization_id LOOP
      PERFORM change_touch_beside_vendors(related.organization_id, related.domains);
    END LOOP;
  ELSIF TG_OP = 'UPDATE' THEN
  WITH touched AS MATERIALIZED (SELECT organization_id, 2::smallint AS kind, id AS resource_id, NULL::text AS resource_key, false AS is_removed FROM (SELECT * FROM added EXCEPT SELECT * FROM removed) d),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
    FOR related IN SELECT organization_id, array_agg(DISTINCT domain_name) AS domains
               FROM (SELECT organization_id, domain_name, company_name, is_monitored, lifecycle_status = 4 FROM added EXCEPT SELECT organization_id, domain_name, company_name, is_monitored, lifecycle_status = 4 FROM removed) d
              GROUP BY organization_id LOOP
      PERFORM change_touch_beside_vendors(related.organization_id, related.domains);
    END LOOP;
  ELSE
  WITH touched AS MATERIALIZED (SELECT organization_id, 2::smallint AS kind, id AS resource_id, NULL::text AS resource_key, true AS is_removed FROM removed),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
    FOR related IN SELECT organization_id, array_agg(domain_name) AS domains FROM removed GROUP BY organization_id LOOP
      PERFORM change_touch_beside_vendors(related.organization_id, related.domains);
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_vendor() FROM PUBLIC;

CREATE TRIGGER change_of_vendor_insert AFTER INSERT ON vendor
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor();
CREATE TRIGGER change_of_vendor_delete AFTER DELETE ON vendor
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor();
CREATE TRIGGER change_of_vendor_update AFTER UPDATE ON vendor
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor();
