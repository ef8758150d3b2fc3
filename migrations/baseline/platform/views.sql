-- The two views of the service: the vendors of an organization, or the organization itself.
CREATE FUNCTION view_vrm() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1;
CREATE FUNCTION view_self() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 2;
