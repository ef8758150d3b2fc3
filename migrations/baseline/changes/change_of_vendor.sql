-- Vendors, and the resources that show their fields. A new vendor cannot be in the feed yet: see change_of_observation.
CREATE FUNCTION change_of_vendor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN

  IF TG_OP = 'INSERT' THEN
    INSERT INTO change (organization_id, kind, resource_id, set_id, is_removed)
    SELECT a.organization_id, kind_vendor(), a.id, made.id, false
      FROM added a
      JOIN (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM added) o OFFSET 0) made
        ON made.organization_id = a.organization_id;
    PERFORM change_touch_beside_vendors(organization_id, array_agg(domain_name)) FROM added GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note(organization_id, kind_vendor(), array_agg(id), NULL, array_agg(false))
       FROM (SELECT * FROM added EXCEPT SELECT * FROM removed) d GROUP BY organization_id;
    PERFORM change_touch_beside_vendors(organization_id, array_agg(DISTINCT domain_name))
       FROM (SELECT organization_id, domain_name, company_name, is_monitored, lifecycle_status = vendor_offboarded() FROM added
             EXCEPT
             SELECT organization_id, domain_name, company_name, is_monitored, lifecycle_status = vendor_offboarded() FROM removed) d
      GROUP BY organization_id;
  ELSE
    PERFORM change_note(organization_id, kind_vendor(), array_agg(id), NULL, array_agg(true)) FROM removed GROUP BY organization_id;
    PERFORM change_touch_beside_vendors(organization_id, array_agg(domain_name)) FROM removed GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_vendor() FROM PUBLIC;

CREATE TRIGGER change_of_vendor_insert AFTER INSERT ON vendor REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor();
CREATE TRIGGER change_of_vendor_update AFTER UPDATE ON vendor
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor();
CREATE TRIGGER change_of_vendor_delete AFTER DELETE ON vendor REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor();
