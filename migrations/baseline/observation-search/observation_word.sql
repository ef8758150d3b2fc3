CREATE FUNCTION observation_word(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE WHEN octet_length(value) > 1000 THEN E'\x01' ELSE value END
$$;
