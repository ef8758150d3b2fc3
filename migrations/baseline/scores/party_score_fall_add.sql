-- The change of a score on a day.
CREATE TYPE party_score_shift AS (organization_id uuid, view smallint, party_domain text, day date, change integer);

-- Adds to party_score_fall the changes on days in the window. The window is locked until the transaction ends: if it moved meanwhile, it
-- would miss what is added here.
CREATE FUNCTION party_score_fall_add(p_shifts party_score_shift[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM party_score_window w
    WHERE w.organization_id IN (SELECT organization_id FROM unnest(p_shifts)) ORDER BY w.organization_id FOR SHARE;
  INSERT INTO party_score_fall AS f (organization_id, view, party_domain, change)
  SELECT s.organization_id, s.view, s.party_domain, sum(s.change)
    FROM unnest(p_shifts) s JOIN party_score_window w ON w.organization_id = s.organization_id AND s.day >= w.first_day
   GROUP BY 1, 2, 3 HAVING sum(s.change) <> 0 ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, view, party_domain) DO UPDATE SET change = f.change + excluded.change;
END
$$;
