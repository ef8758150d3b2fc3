-- QuestionnaireStatus of questionnaires that wait for their recipient.
CREATE FUNCTION questionnaire_sent() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 2;
CREATE FUNCTION questionnaire_in_progress() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 3;
