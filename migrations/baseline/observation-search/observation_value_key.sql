CREATE FUNCTION observation_value_key(organization uuid, side smallint, field text, value text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT hashtextextended(lower(value), uuid_hash_extended(organization, side) # hashtextextended(field, 1))
$$;
