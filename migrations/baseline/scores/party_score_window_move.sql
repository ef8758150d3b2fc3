-- Moves the window to the last thirty days, and subtracts what has left it. The first time, adds up everything in it.
CREATE FUNCTION party_score_window_move(p_organization uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved_to date := (now() AT TIME ZONE 'UTC')::date - 29;
  first date;
BEGIN
  INSERT INTO party_score_window (organization_id, first_day) VALUES (p_organization, 'infinity') ON CONFLICT DO NOTHING;
  SELECT w.first_day INTO first FROM party_score_window w WHERE w.organization_id = p_organization FOR UPDATE;
  IF first > moved_to THEN
    DELETE FROM party_score_fall WHERE organization_id = p_organization;
    UPDATE party_score_window SET first_day = moved_to WHERE organization_id = p_organization;
    PERFORM party_score_fall_add(ARRAY(
      SELECT (organization_id, view, party_domain, day, score_change)::party_score_shift
        FROM party_score_day WHERE organization_id = p_organization AND day >= moved_to AND score_change <> 0));
  ELSIF first < moved_to THEN
    PERFORM party_score_fall_add(ARRAY(
      SELECT (organization_id, view, party_domain, day, -score_change)::party_score_shift
        FROM party_score_day WHERE organization_id = p_organization AND day >= first AND day < moved_to AND score_change <> 0));
    UPDATE party_score_window SET first_day = moved_to WHERE organization_id = p_organization;
    DELETE FROM party_score_fall WHERE organization_id = p_organization AND change = 0;
  END IF;
END
$$;
