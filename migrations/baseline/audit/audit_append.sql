-- Moves an event from the intake to the end of the log, at commit and under the organization's lock, so the log is in the order of commits.
CREATE FUNCTION audit_append() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  context text := coalesce(current_setting('app.organization_id', true), '');
  head audit_head;
  event audit_event;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || NEW.organization_id::text, 0));
  PERFORM set_config('app.organization_id', NEW.organization_id::text, true);
  SELECT * INTO head FROM audit_head h WHERE h.organization_id = NEW.organization_id;
  SELECT NEW.organization_id, coalesce(head.sequence, 0) + 1, NEW.id, greatest(date_trunc('milliseconds', clock_timestamp()), head.occurred_at),
         NEW.actor_type, NEW.actor_id, NEW.actor_name, NEW.credential_id, NEW.source_address, NEW.surface, NEW.operation, NEW.request_id,
         NEW.outcome, NEW.reason, NEW.occurrences, NEW.targets, NEW.target_count, NEW.changes, coalesce(head.hash, '\x0000000000000000000000000000000000000000000000000000000000000000'), NULL
    INTO event;
  event.hash := audit_hash(event);
  INSERT INTO audit_event VALUES (event.*);
  INSERT INTO audit_target (organization_id, target_id, sequence)
  SELECT DISTINCT event.organization_id, t->>'id', event.sequence FROM json_array_elements(event.targets::json) t;
  IF head.organization_id IS NULL THEN
    INSERT INTO audit_head (organization_id, sequence, hash, occurred_at)
    VALUES (event.organization_id, event.sequence, event.hash, event.occurred_at);
  ELSE
    UPDATE audit_head h SET sequence = event.sequence, hash = event.hash, occurred_at = event.occurred_at
     WHERE h.organization_id = event.organization_id;
  END IF;
  DELETE FROM audit_intake i WHERE i.organization_id = NEW.organization_id AND i.id = NEW.id;
  PERFORM set_config('app.organization_id', context, true);
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER audit_intake_append AFTER INSERT ON audit_intake DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_append();
