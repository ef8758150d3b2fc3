CREATE FUNCTION observation_value_parts(organization uuid, side smallint, field text, value text) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  seed bigint := uuid_hash_extended(organization, side) # hashtextextended(field, 2);
  letters text := lower(value) || E'\x01';
  parts bigint[] := '{}';
BEGIN
  FOR place IN 1 .. length(letters) - 2 LOOP
    parts := parts || hashtextextended(substr(letters, place, 3), seed);
  END LOOP;
  RETURN parts;
END
$$;
