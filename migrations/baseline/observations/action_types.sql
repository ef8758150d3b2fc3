-- ObservationActionType of what webhooks report.
CREATE FUNCTION action_resolved() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 4;
CREATE FUNCTION action_reopened() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 5;
