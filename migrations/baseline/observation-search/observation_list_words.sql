-- The words of a field with several values.
CREATE FUNCTION observation_list_words(field text, items text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  words text[] := '{}';
  item text;
BEGIN
  FOREACH item IN ARRAY items LOOP
    words := words || (field || '=' || item);
  END LOOP;
  RETURN words;
END $$;
