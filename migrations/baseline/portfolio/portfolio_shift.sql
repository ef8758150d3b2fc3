-- Adds the vendors whose grade changed to a day and the days after it. A new day starts with the counts of the previous one.
-- p_signs says of each grade whether a vendor came to it (1) or left it (-1).
CREATE FUNCTION portfolio_shift(p_organization uuid, p_day date, p_grades smallint[], p_signs integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  came integer[];
BEGIN
  SELECT array_agg(coalesce(c.came, 0) ORDER BY g.grade) INTO came
    FROM generate_series(1, 5) AS g (grade)
    LEFT JOIN (SELECT s.grade, sum(s.sign) AS came FROM unnest(p_grades, p_signs) AS s (grade, sign) GROUP BY s.grade) c ON c.grade = g.grade;
  IF came = ARRAY[0, 0, 0, 0, 0] THEN RETURN; END IF;
  INSERT INTO portfolio_day (organization_id, day, grade_a, grade_b, grade_c, grade_d, grade_f)
  SELECT p_organization, p_day, coalesce(l.grade_a, 0), coalesce(l.grade_b, 0), coalesce(l.grade_c, 0), coalesce(l.grade_d, 0), coalesce(l.grade_f, 0)
    FROM (VALUES (1)) one
    LEFT JOIN (SELECT * FROM portfolio_day WHERE organization_id = p_organization AND day < p_day ORDER BY day DESC LIMIT 1) l ON true
  ON CONFLICT DO NOTHING;
  UPDATE portfolio_day p
     SET grade_a = p.grade_a + came[1], grade_b = p.grade_b + came[2], grade_c = p.grade_c + came[3], grade_d = p.grade_d + came[4], grade_f = p.grade_f + came[5]
   WHERE p.organization_id = p_organization AND p.day >= p_day;
END
$$;
