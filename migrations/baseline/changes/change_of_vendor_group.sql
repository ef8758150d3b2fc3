-- An archived group counts as removed.
CREATE FUNCTION change_of_vendor_group() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN

  IF TG_OP = 'INSERT' THEN
    PERFORM change_note(organization_id, kind_vendor_group(), array_agg(id), NULL, array_agg(archived_at IS NOT NULL)) FROM added GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note(organization_id, kind_vendor_group(), array_agg(id), NULL, array_agg(archived_at IS NOT NULL))
       FROM (SELECT * FROM added EXCEPT SELECT * FROM removed) d GROUP BY organization_id;
  ELSE
    PERFORM change_note(organization_id, kind_vendor_group(), array_agg(id), NULL, array_agg(true)) FROM removed GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_vendor_group() FROM PUBLIC;

CREATE TRIGGER change_of_vendor_group_insert AFTER INSERT ON vendor_group
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor_group();
CREATE TRIGGER change_of_vendor_group_update AFTER UPDATE ON vendor_group
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor_group();
CREATE TRIGGER change_of_vendor_group_delete AFTER DELETE ON vendor_group
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_vendor_group();
