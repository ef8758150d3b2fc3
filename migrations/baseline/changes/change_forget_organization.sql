-- The feed of an organization is deleted with it.
CREATE FUNCTION change_forget_organization() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  t record;
BEGIN
  FOR t IN SELECT id AS organization_id FROM removed ORDER BY id LOOP
    PERFORM set_config('app.organization_id', t.organization_id::text, true);
    DELETE FROM change WHERE organization_id = t.organization_id;
    DELETE FROM change_set WHERE organization_id = t.organization_id;
    DELETE FROM change_head WHERE organization_id = t.organization_id;
  END LOOP;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_forget_organization() FROM PUBLIC;

CREATE TRIGGER change_forget_organization_delete AFTER DELETE ON organization
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_forget_organization();
