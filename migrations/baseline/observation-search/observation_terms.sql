-- The terms of words. Not parallel safe, so that a search starts no parallel workers: it finds few rows.
CREATE FUNCTION observation_terms(organization uuid, side smallint, is_open boolean, words text[]) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  seed bigint := uuid_hash_extended(organization, 2 * side + is_open::int);
  terms bigint[] := '{}';
  word text;
BEGIN
  FOREACH word IN ARRAY words LOOP
    terms := terms || hashtextextended(word, seed);
  END LOOP;
  RETURN terms;
END $$;
