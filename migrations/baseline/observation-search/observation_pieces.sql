-- The pieces of three letters of a text that is nearly unique, as words: a text contains another only if it has all its pieces. The end is a letter, too.
CREATE FUNCTION observation_pieces(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  letters text := lower(value) || E'\x01';
  pieces text[] := '{}';
BEGIN
  FOR start IN 1 .. length(letters) - 2 LOOP
    pieces := pieces || substr(letters, start, 3);
  END LOOP;
  RETURN pieces;
END $$;
