-- The groups of a vendor are shown with it.
CREATE FUNCTION change_beside_vendor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN

  PERFORM change_move(organization_id, ARRAY[kind_vendor()], array_agg(vendor_id)) FROM touched_rows GROUP BY organization_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_beside_vendor() FROM PUBLIC;

CREATE TRIGGER change_beside_vendor_insert AFTER INSERT ON vendor_group_member
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_vendor();
CREATE TRIGGER change_beside_vendor_update AFTER UPDATE ON vendor_group_member
  REFERENCING NEW TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_vendor();
CREATE TRIGGER change_beside_vendor_delete AFTER DELETE ON vendor_group_member
  REFERENCING OLD TABLE AS touched_rows FOR EACH STATEMENT EXECUTE FUNCTION change_beside_vendor();
