-- The set of this transaction for an organization, created with its first change. Its id consists of the time and random bits: transactions
-- share no sequence, and after a restore from a backup a new set has another id at the same position.
CREATE FUNCTION change_set_of(p_organization uuid) RETURNS bigint LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  known text := current_setting('app.change_set', true);
  made bigint;
BEGIN
  IF split_part(known, ' ', 1) = p_organization::text THEN RETURN split_part(known, ' ', 2)::bigint; END IF;
  LOOP
    made := ((extract(epoch FROM clock_timestamp()) * 1000)::bigint << 20) | floor(random() * 1048576)::bigint;
    INSERT INTO change_set (organization_id, id) VALUES (p_organization, made) ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
  END LOOP;
  PERFORM set_config('app.change_set', p_organization || ' ' || made, true);
  RETURN made;
END
$$;
REVOKE ALL ON FUNCTION change_set_of(uuid) FROM PUBLIC;
