CREATE FUNCTION party_score_fall_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM 1 FROM party_score_window w WHERE w.organization_id IN (SELECT organization_id FROM added) ORDER BY w.organization_id FOR SHARE;
    INSERT INTO party_score_fall AS f (organization_id, view, party_domain, change)
    SELECT r.organization_id, r.view, r.party_domain, sum(r.sign * r.score_change)
      FROM (SELECT 1 AS sign, organization_id, view, party_domain, day, score_change FROM added) r
      JOIN party_score_window w ON w.organization_id = r.organization_id AND r.day >= w.first_day
     WHERE r.score_change <> 0
     GROUP BY 1, 2, 3 HAVING sum(r.sign * r.score_change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain) DO UPDATE SET change = f.change + excluded.change;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM 1 FROM party_score_window w WHERE w.organization_id IN (SELECT organization_id FROM added) ORDER BY w.organization_id FOR SHARE;
    INSERT INTO party_score_fall AS f (organization_id, view, party_domain, change)
    SELECT r.organization_id, r.view, r.party_domain, sum(r.sign * r.score_change)
      FROM (SELECT 1 AS sign, organization_id, view, party_domain, day, score_change FROM added UNION ALL SELECT -1 AS sign, organization_id, view, party_domain, day, score_change FROM removed) r
      JOIN party_score_window w ON w.organization_id = r.organization_id AND r.day >= w.first_day
     WHERE r.score_change <> 0
     GROUP BY 1, 2, 3 HAVING sum(r.sign * r.score_change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain) DO UPDATE SET change = f.change + excluded.change;
  ELSE
    PERFORM 1 FROM party_score_window w WHERE w.organization_id IN (SELECT organization_id FROM removed) ORDER BY w.organization_id FOR SHARE;
    INSERT INTO party_score_fall AS f (organization_id, view, party_domain, change)
    SELECT r.organization_id, r.view, r.party_domain, sum(r.sign * r.score_change)
      FROM (SELECT -1 AS sign, organization_id, view, party_domain, day, score_change FROM removed) r
      JOIN party_score_window w ON w.organization_id = r.organization_id AND r.day >= w.first_day
     WHERE r.score_change <> 0
     GROUP BY 1, 2, 3 HAVING sum(r.sign * r.score_change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, view, party_domain) DO UPDATE SET change = f.change + excluded.change;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER party_score_fall_follow_added AFTER INSERT ON party_score_day
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION party_score_fall_follow();
CREATE TRIGGER party_score_fall_follow_removed AFTER DELETE ON party_score_day
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION party_score_fall_follow();
CREATE TRIGGER party_score_fall_follow_changed AFTER UPDATE ON party_score_day
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION party_score_fall_follow();
