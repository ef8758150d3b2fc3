-- Runs at commit and gives the set the next position of its organization. The lock is held only from here to the end of the commit, so
-- positions are in commit order, and transactions do not wait for each other before that.
CREATE FUNCTION change_set_number() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
  next bigint;
BEGIN
  PERFORM set_config('app.organization_id', NEW.organization_id::text, true);
  IF NOT EXISTS (SELECT 1 FROM change_set WHERE organization_id = NEW.organization_id AND id = NEW.id) THEN
    PERFORM set_config('app.organization_id', caller, true);
    RETURN NULL; -- the organization was deleted with its feed
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || NEW.organization_id::text, 0));
  INSERT INTO change_head AS h (organization_id, position) VALUES (NEW.organization_id, 1)
  ON CONFLICT (organization_id) DO UPDATE SET position = h.position + 1
  RETURNING h.position INTO next;
  UPDATE change_set SET position = next, committed_at = clock_timestamp() WHERE organization_id = NEW.organization_id AND id = NEW.id;
  -- What comes after an early numbering (SET CONSTRAINTS) belongs to another set.
  PERFORM set_config('app.change_set', '', true);
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_set_number() FROM PUBLIC;

CREATE CONSTRAINT TRIGGER change_set_number AFTER INSERT ON change_set DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION change_set_number();
