CREATE FUNCTION party_score_window_move(p_organization uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved_to date := (now() AT TIME ZONE 'UTC')::date - 29;
  first date;
BEGIN
  INSERT INTO party_score_window (organization_id, first_day) VALUES (p_organization, 'infinity') ON CONFLICT DO NOTHING;
  SELECT w.first_day INTO first FROM party_score_window w WHERE w.organization_id = p_organization FOR UPDATE;
  IF first = moved_to THEN
    RETURN;
  END IF;
  IF first > moved_to THEN
    DELETE FROM party_score_fall WHERE organization_id = p_organization;
    UPDATE party_score_window SET first_day = moved_to WHERE organization_id = p_organization;
    INSERT INTO party_score_fall AS f (organization_id, view, party_domain, change)
    SELECT r.organization_id, r.view, r.party_domain, sum(r.sign * r.score_change)
      FROM (SELECT 1 AS sign, organization_id, view, party_domain, day, score_change FROM party_score_day WHERE organization_id = p_organization AND day >= moved_to) r
      JOIN party_score_window w ON w.organization_id = r.organization_id AND r.day >= w.first_day
     WHERE r.score_change <> 0
     GROUP BY 1, 2, 3 HAVING sum(r.sign * r.score_change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain) DO UPDATE SET change = f.change + excluded.change;
  ELSE
    INSERT INTO party_score_fall AS f (organization_id, view, party_domain, change)
    SELECT r.organization_id, r.view, r.party_domain, sum(r.sign * r.score_change)
      FROM (SELECT -1 AS sign, organization_id, view, party_domain, day, score_change FROM party_score_day WHERE organization_id = p_organization AND day >= first AND day < moved_to) r
      JOIN party_score_window w ON w.organization_id = r.organization_id AND r.day >= w.first_day
     WHERE r.score_change <> 0
     GROUP BY 1, 2, 3 HAVING sum(r.sign * r.score_change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain) DO UPDATE SET change = f.change + excluded.change;
    UPDATE party_score_window SET first_day = moved_to WHERE organization_id = p_organization;
    DELETE FROM party_score_fall WHERE organization_id = p_organization AND change = 0;
  END IF;
END
$$;
