-- status of a run that failed, MonitoringRunStatus.
CREATE FUNCTION monitoring_failed() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 5;
