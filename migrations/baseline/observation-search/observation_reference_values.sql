CREATE FUNCTION observation_reference_values() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
SELECT organization_id, view, field, value, open, closed
  FROM (SELECT organization_id, view, field, value,
               sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
          FROM (
  SELECT CASE WHEN n.kept > 0 THEN 1 ELSE 0 END - CASE WHEN n.kept - c.more > 0 THEN 1 ELSE 0 END AS sign,
         c.organization_id, c.view, c.is_open, 'EXTERNAL_SYSTEM' AS field, c.system_word AS value
    FROM (SELECT organization_id, observation_id, view, is_open, is_listed, system_word, sum(sign) AS more FROM (SELECT 1 AS sign, organization_id, observation_id, view, is_open, is_listed, system_word FROM added) r WHERE is_listed GROUP BY organization_id, observation_id, view, is_open, is_listed, system_word) c
   CROSS JOIN LATERAL (
     SELECT count(*) AS kept
       FROM (SELECT * FROM observation_reference r WHERE r.organization_id = c.organization_id AND r.observation_id = c.observation_id OFFSET 0) x
      WHERE x.system_word = c.system_word AND x.view = c.view AND x.is_open = c.is_open AND x.is_listed) n) d
         GROUP BY 1, 2, 3, 4) c
 WHERE open <> 0 OR closed <> 0
 ORDER BY 1, 2, 3, 4
ON CONFLICT (organization_id, view, field, value)
DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count;
    ELSIF TG_OP = 'UPDATE' THEN
INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
SELECT organization_id, view, field, value, open, closed
  FROM (SELECT organization_id, view, field, value,
               sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
          FROM (
  SELECT CASE WHEN n.kept > 0 THEN 1 ELSE 0 END - CASE WHEN n.kept - c.more > 0 THEN 1 ELSE 0 END AS sign,
         c.organization_id, c.view, c.is_open, 'EXTERNAL_SYSTEM' AS field, c.system_word AS value
    FROM (SELECT organization_id, observation_id, view, is_open, is_listed, system_word, sum(sign) AS more FROM (SELECT 1 AS sign, organization_id, observation_id, view, is_open, is_listed, system_word FROM added UNION ALL SELECT -1 AS sign, organization_id, observation_id, view, is_open, is_listed, system_word FROM removed) r WHERE is_listed GROUP BY organization_id, observation_id, view, is_open, is_listed, system_word) c
   CROSS JOIN LATERAL (
     SELECT count(*) AS kept
       FROM (SELECT * FROM observation_reference r WHERE r.organization_id = c.organization_id AND r.observation_id = c.observation_id OFFSET 0) x
      WHERE x.system_word = c.system_word AND x.view = c.view AND x.is_open = c.is_open AND x.is_listed) n) d
         GROUP BY 1, 2, 3, 4) c
 WHERE open <> 0 OR closed <> 0
 ORDER BY 1, 2, 3, 4
ON CONFLICT (organization_id, view, field, value)
DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count;
    ELSE
INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
SELECT organization_id, view, field, value, open, closed
  FROM (SELECT organization_id, view, field, value,
               sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
          FROM (
  SELECT CASE WHEN n.kept > 0 THEN 1 ELSE 0 END - CASE WHEN n.kept - c.more > 0 THEN 1 ELSE 0 END AS sign,
         c.organization_id, c.view, c.is_open, 'EXTERNAL_SYSTEM' AS field, c.system_word AS value
    FROM (SELECT organization_id, observation_id, view, is_open, is_listed, system_word, sum(sign) AS more FROM (SELECT -1 AS sign, organization_id, observation_id, view, is_open, is_listed, system_word FROM removed) r WHERE is_listed GROUP BY organization_id, observation_id, view, is_open, is_listed, system_word) c
   CROSS JOIN LATERAL (
     SELECT count(*) AS kept
       FROM (SELECT * FROM observation_reference r WHERE r.organization_id = c.organization_id AND r.observation_id = c.observation_id OFFSET 0) x
      WHERE x.system_word = c.system_word AND x.view = c.view AND x.is_open = c.is_open AND x.is_listed) n) d
         GROUP BY 1, 2, 3, 4) c
 WHERE open <> 0 OR closed <> 0
 ORDER BY 1, 2, 3, 4
ON CONFLICT (organization_id, view, field, value)
DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count;
    END IF;
    RETURN NULL;
  END
$$;

CREATE TRIGGER observation_reference_values_added AFTER INSERT ON observation_reference
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_reference_values();
CREATE TRIGGER observation_reference_values_removed AFTER DELETE ON observation_reference
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_reference_values();
CREATE TRIGGER observation_reference_values_changed AFTER UPDATE ON observation_reference
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_reference_values();
