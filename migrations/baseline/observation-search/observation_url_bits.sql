CREATE FUNCTION observation_url_bits(url text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE WHEN url IS NULL THEN 0 WHEN length(url) > 256 THEN -1 ELSE observation_text_bits(url, 1) END
$$;
