CREATE FUNCTION portfolio_of_vendors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  on_day date := coalesce(nullif(current_setting('app.score_day', true), '')::date, (now() AT TIME ZONE 'UTC')::date);
  changed record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    FOR changed IN SELECT organization_id, coalesce(sum(sign) FILTER (WHERE grade = 1), 0) AS grade_a, coalesce(sum(sign) FILTER (WHERE grade = 2), 0) AS grade_b, coalesce(sum(sign) FILTER (WHERE grade = 3), 0) AS grade_c, coalesce(sum(sign) FILTER (WHERE grade = 4), 0) AS grade_d, coalesce(sum(sign) FILTER (WHERE grade = 5), 0) AS grade_f FROM (SELECT organization_id, score_grade AS grade, 1 AS sign FROM added WHERE score_grade IS NOT NULL UNION ALL SELECT organization_id, score_grade AS grade, -1 AS sign FROM removed WHERE score_grade IS NOT NULL) v GROUP BY 1 ORDER BY 1 LOOP
      CONTINUE WHEN (changed.grade_a, changed.grade_b, changed.grade_c, changed.grade_d, changed.grade_f) = (0, 0, 0, 0, 0);
      INSERT INTO portfolio_day (organization_id, day, grade_a, grade_b, grade_c, grade_d, grade_f)
      SELECT changed.organization_id, on_day, coalesce(l.grade_a, 0), coalesce(l.grade_b, 0), coalesce(l.grade_c, 0), coalesce(l.grade_d, 0), coalesce(l.grade_f, 0)
        FROM (VALUES (1)) one
        LEFT JOIN (SELECT * FROM portfolio_day WHERE organization_id = changed.organization_id AND day < on_day ORDER BY day DESC LIMIT 1) l ON true
      ON CONFLICT DO NOTHING;
      UPDATE portfolio_day p SET grade_a = p.grade_a + changed.grade_a, grade_b = p.grade_b + changed.grade_b, grade_c = p.grade_c + changed.grade_c, grade_d = p.grade_d + changed.grade_d, grade_f = p.grade_f + changed.grade_f
       WHERE p.organization_id = changed.organization_id AND p.day >= on_day;
    END LOOP;
  ELSE
    FOR changed IN SELECT organization_id, coalesce(sum(sign) FILTER (WHERE grade = 1), 0) AS grade_a, coalesce(sum(sign) FILTER (WHERE grade = 2), 0) AS grade_b, coalesce(sum(sign) FILTER (WHERE grade = 3), 0) AS grade_c, coalesce(sum(sign) FILTER (WHERE grade = 4), 0) AS grade_d, coalesce(sum(sign) FILTER (WHERE grade = 5), 0) AS grade_f FROM (SELECT organization_id, score_grade AS grade, -1 AS sign FROM removed WHERE score_grade IS NOT NULL) v GROUP BY 1 ORDER BY 1 LOOP
      CONTINUE WHEN (changed.grade_a, changed.grade_b, changed.grade_c, changed.grade_d, changed.grade_f) = (0, 0, 0, 0, 0);
      INSERT INTO portfolio_day (organization_id, day, grade_a, grade_b, grade_c, grade_d, grade_f)
      SELECT changed.organization_id, on_day, coalesce(l.grade_a, 0), coalesce(l.grade_b, 0), coalesce(l.grade_c, 0), coalesce(l.grade_d, 0), coalesce(l.grade_f, 0)
        FROM (VALUES (1)) one
        LEFT JOIN (SELECT * FROM portfolio_day WHERE organization_id = changed.organization_id AND day < on_day ORDER BY day DESC LIMIT 1) l ON true
      ON CONFLICT DO NOTHING;
      UPDATE portfolio_day p SET grade_a = p.grade_a + changed.grade_a, grade_b = p.grade_b + changed.grade_b, grade_c = p.grade_c + changed.grade_c, grade_d = p.grade_d + changed.grade_d, grade_f = p.grade_f + changed.grade_f
       WHERE p.organization_id = changed.organization_id AND p.day >= on_day;
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER vendor_grades_removed AFTER DELETE ON vendor
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION portfolio_of_vendors();
CREATE TRIGGER vendor_grades_changed AFTER UPDATE ON vendor
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portfolio_of_vendors();
