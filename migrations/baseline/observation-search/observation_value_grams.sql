CREATE FUNCTION observation_value_grams(organization uuid, side smallint, field text, value text) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  seed bigint := uuid_hash_extended(organization, side) # hashtextextended(field, 2);
  letters text[] := string_to_array(lower(value), NULL);
  grams bigint[] := '{}';
BEGIN
  FOR place IN 1 .. cardinality(letters) - 2 LOOP
    grams := grams || hashtextextended(letters[place] || letters[place + 1] || letters[place + 2], seed);
  END LOOP;
  RETURN grams;
END
$$;
