-- A questionnaire that an organization sends to itself is only in the feed of sent ones.
CREATE FUNCTION change_of_received_questionnaire() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN

  IF TG_OP = 'INSERT' THEN
    PERFORM change_note(organization_id, kind_received_questionnaire(), array_agg(id), NULL, array_agg(false)) FROM added WHERE sender_id <> organization_id GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note(organization_id, kind_received_questionnaire(), array_agg(id), NULL, array_agg(false))
       FROM (SELECT * FROM added EXCEPT SELECT * FROM removed) d WHERE sender_id <> organization_id GROUP BY organization_id;
  ELSE
    PERFORM change_note(organization_id, kind_received_questionnaire(), array_agg(id), NULL, array_agg(true)) FROM removed WHERE sender_id <> organization_id GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_received_questionnaire() FROM PUBLIC;

CREATE TRIGGER change_of_received_questionnaire_insert AFTER INSERT ON received_questionnaire
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_received_questionnaire();
CREATE TRIGGER change_of_received_questionnaire_update AFTER UPDATE ON received_questionnaire
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_received_questionnaire();
CREATE TRIGGER change_of_received_questionnaire_delete AFTER DELETE ON received_questionnaire
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_received_questionnaire();
