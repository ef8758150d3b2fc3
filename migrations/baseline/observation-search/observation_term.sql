CREATE FUNCTION observation_term(organization uuid, side smallint, field integer, value text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT hashtextextended(value, uuid_hash_extended(organization, side) # field)
$$;
