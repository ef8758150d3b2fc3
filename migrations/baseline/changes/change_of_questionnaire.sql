-- Questionnaires as their lists show them; answers are no change.
CREATE FUNCTION change_of_questionnaire() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN

  IF TG_OP = 'INSERT' THEN
    PERFORM change_note(organization_id, kind_questionnaire(), array_agg(id), NULL, array_agg(false)) FROM added GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note(organization_id, kind_questionnaire(), array_agg(id), NULL, array_agg(false))
       FROM (SELECT organization_id, id, template_id, template_name, vendor_id, vendor_domain, status, question_count, answered_count,
                    due_at, created_at, updated_at FROM added
             EXCEPT
             SELECT organization_id, id, template_id, template_name, vendor_id, vendor_domain, status, question_count, answered_count,
                    due_at, created_at, updated_at FROM removed) d GROUP BY organization_id;
  ELSE
    PERFORM change_note(organization_id, kind_questionnaire(), array_agg(id), NULL, array_agg(true)) FROM removed GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_questionnaire() FROM PUBLIC;

CREATE TRIGGER change_of_questionnaire_insert AFTER INSERT ON questionnaire
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_questionnaire();
CREATE TRIGGER change_of_questionnaire_update AFTER UPDATE ON questionnaire
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_questionnaire();
CREATE TRIGGER change_of_questionnaire_delete AFTER DELETE ON questionnaire
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_questionnaire();
