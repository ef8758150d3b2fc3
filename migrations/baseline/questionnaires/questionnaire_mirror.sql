-- Keeps the recipient's row equal to the questionnaire. The transaction writes to the feeds of both organizations, so it takes both log
-- locks here, in a fixed order: two organizations that ask each other never deadlock.
CREATE FUNCTION questionnaire_mirror() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  caller text := coalesce(current_setting('app.organization_id', true), '');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('organization-log ' || o.id::text, 0))
     FROM (SELECT DISTINCT x AS id FROM unnest(ARRAY[OLD.organization_id, OLD.recipient_id, NEW.recipient_id]) x WHERE x IS NOT NULL ORDER BY x) o;
  IF OLD.recipient_id IS NOT NULL AND OLD.recipient_id IS DISTINCT FROM NEW.recipient_id THEN
    PERFORM set_config('app.organization_id', OLD.recipient_id::text, true);
    DELETE FROM received_questionnaire WHERE organization_id = OLD.recipient_id AND id = OLD.id AND sender_id = OLD.organization_id;
  END IF;
  IF NEW.recipient_id IS NOT NULL THEN
    PERFORM set_config('app.organization_id', NEW.recipient_id::text, true);
    INSERT INTO received_questionnaire AS r (organization_id, id, sender_id, sender_name, sender_domain, received_at, template_id,
        template_name, vendor_id, vendor_domain, status, question_count, answered_count, version, due_at, sent_at, submitted_at,
        reviewed_at, created_at, updated_at, reminded_at)
    SELECT NEW.recipient_id, NEW.id, s.id, s.name, s.domain, now(), NEW.template_id, NEW.template_name, NEW.vendor_id, NEW.vendor_domain,
        NEW.status, NEW.question_count, NEW.answered_count, NEW.version, NEW.due_at, NEW.sent_at, NEW.submitted_at, NEW.reviewed_at,
        NEW.created_at, NEW.updated_at, NEW.reminded_at
      FROM organization s WHERE s.id = NEW.organization_id AND EXISTS (SELECT 1 FROM organization o WHERE o.id = NEW.recipient_id)
    ON CONFLICT (organization_id, id) DO UPDATE
       SET sender_name = excluded.sender_name, sender_domain = excluded.sender_domain, template_id = excluded.template_id, template_name =
              excluded.template_name, vendor_id = excluded.vendor_id, vendor_domain = excluded.vendor_domain, status = excluded.status,
              question_count = excluded.question_count, answered_count = excluded.answered_count, version = excluded.version, due_at =
              excluded.due_at, sent_at = excluded.sent_at, submitted_at = excluded.submitted_at, reviewed_at = excluded.reviewed_at,
              created_at = excluded.created_at, updated_at = excluded.updated_at, reminded_at = excluded.reminded_at
     WHERE r.sender_id = excluded.sender_id;
  END IF;
  PERFORM set_config('app.organization_id', caller, true);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION questionnaire_mirror() FROM PUBLIC;

CREATE TRIGGER questionnaire_mirror_removed AFTER DELETE ON questionnaire FOR EACH ROW
  WHEN (old.recipient_id IS NOT NULL) EXECUTE FUNCTION questionnaire_mirror();
CREATE TRIGGER questionnaire_mirror_changed AFTER UPDATE ON questionnaire FOR EACH ROW
  WHEN (old.recipient_id IS NOT NULL OR new.recipient_id IS NOT NULL) EXECUTE FUNCTION questionnaire_mirror();
