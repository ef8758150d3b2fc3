-- Counts vendors by grade. A new vendor has no grade, so inserts do not count. The day is that of an imported file, which may be in the past,
-- or else today.
CREATE FUNCTION portfolio_of_vendors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  on_day date := coalesce(nullif(current_setting('app.score_day', true), '')::date, (now() AT TIME ZONE 'UTC')::date);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM portfolio_shift(organization_id, on_day, array_agg(score_grade), array_agg(sign))
       FROM (SELECT organization_id, score_grade, 1 AS sign FROM added UNION ALL SELECT organization_id, score_grade, -1 FROM removed) v
      WHERE score_grade IS NOT NULL GROUP BY organization_id ORDER BY organization_id;
  ELSE
    PERFORM portfolio_shift(organization_id, on_day, array_agg(score_grade), array_agg(-1))
       FROM removed WHERE score_grade IS NOT NULL GROUP BY organization_id ORDER BY organization_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER vendor_grades_changed AFTER UPDATE ON vendor
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portfolio_of_vendors();
CREATE TRIGGER vendor_grades_removed AFTER DELETE ON vendor
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portfolio_of_vendors();
