-- Deletes the events before the month of a time, and keeps the hash that the rest of the chain is linked to. Returns their number.
CREATE FUNCTION audit_delete_months(organization uuid, before timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  context text := coalesce(current_setting('app.organization_id', true), '');
  last audit_event;
  deleted bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || organization::text, 0));
  PERFORM set_config('app.organization_id', organization::text, true), set_config('app.audit_retention', 'on', true);
  SELECT * INTO last FROM audit_event e
   WHERE e.organization_id = organization AND e.occurred_at < date_trunc('month', before AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
   ORDER BY e.occurred_at DESC, e.sequence DESC LIMIT 1;
  DELETE FROM audit_target t WHERE t.organization_id = organization AND t.sequence <= last.sequence;
  DELETE FROM audit_event e WHERE e.organization_id = organization AND e.sequence <= last.sequence;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  IF deleted > 0 THEN
    UPDATE audit_head h SET deleted_sequence = last.sequence, deleted_hash = last.hash WHERE h.organization_id = organization;
  END IF;
  PERFORM set_config('app.audit_retention', 'off', true), set_config('app.organization_id', context, true);
  RETURN deleted;
END
$$;
REVOKE ALL ON FUNCTION audit_delete_months(uuid, timestamptz) FROM PUBLIC;
