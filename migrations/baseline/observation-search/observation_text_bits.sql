CREATE FUNCTION observation_text_bits(value text, first integer) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  letters text := lower(value);
  bits bigint := 0;
BEGIN
  FOR place IN first .. length(letters) - 2 BY 2 LOOP
    bits := bits | (1::bigint << (hashtext(substr(letters, place, 3)) & 63));
  END LOOP;
  RETURN bits;
END
$$;
