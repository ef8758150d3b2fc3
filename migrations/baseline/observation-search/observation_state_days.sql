CREATE FUNCTION observation_state_days() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  kept record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
    SELECT organization_id, view, field, value, open, closed
      FROM (SELECT organization_id, view, field, value,
                   sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
              FROM (
      SELECT 1 AS sign, s.organization_id, s.view, s.is_open, 'UPDATED_DAYS' AS field,
             concat_ws(' ', ((o.first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date), ((o.created_at AT TIME ZONE 'UTC')::date - '1970-01-01'::date), ((s.updated_at AT TIME ZONE 'UTC')::date - '1970-01-01'::date)) AS value
        FROM observation o JOIN added s ON s.organization_id = o.organization_id AND s.observation_id = o.id
       WHERE s.is_listed) d
             GROUP BY 1, 2, 3, 4) c
     WHERE open <> 0 OR closed <> 0
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count;
  ELSIF TG_OP = 'DELETE' THEN
    FOR kept IN
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
    SELECT organization_id, view, field, value, open, closed
      FROM (SELECT organization_id, view, field, value,
                   sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
              FROM (
      SELECT c.sign, c.organization_id, c.view, c.is_open, 'UPDATED_DAYS' AS field,
             concat_ws(' ', ((o.first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date), ((o.created_at AT TIME ZONE 'UTC')::date - '1970-01-01'::date), c.updated) AS value
        FROM (SELECT organization_id, observation_id, view, is_open, updated, sum(sign) AS sign FROM (SELECT -1 AS sign, organization_id, observation_id, view, is_open, ((updated_at AT TIME ZONE 'UTC')::date - '1970-01-01'::date) AS updated FROM removed WHERE is_listed) r
               GROUP BY 1, 2, 3, 4, 5 HAVING sum(sign) <> 0) c
        JOIN observation o ON o.organization_id = c.organization_id AND o.id = c.observation_id) d
             GROUP BY 1, 2, 3, 4) c
     WHERE open <> 0 OR closed <> 0
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count RETURNING v.* LOOP
      IF kept.open_count = 0 AND kept.closed_count = 0 THEN
        DELETE FROM observation_value WHERE organization_id = kept.organization_id AND view = kept.view AND field = kept.field AND value = kept.value;
      END IF;
    END LOOP;
  ELSE
    FOR kept IN
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
    SELECT organization_id, view, field, value, open, closed
      FROM (SELECT organization_id, view, field, value,
                   sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
              FROM (
      SELECT c.sign, c.organization_id, c.view, c.is_open, 'UPDATED_DAYS' AS field,
             concat_ws(' ', ((o.first_seen AT TIME ZONE 'UTC')::date - '1970-01-01'::date), ((o.created_at AT TIME ZONE 'UTC')::date - '1970-01-01'::date), c.updated) AS value
        FROM (SELECT organization_id, observation_id, view, is_open, updated, sum(sign) AS sign FROM (SELECT 1 AS sign, organization_id, observation_id, view, is_open, ((updated_at AT TIME ZONE 'UTC')::date - '1970-01-01'::date) AS updated FROM added WHERE is_listed UNION ALL SELECT -1 AS sign, organization_id, observation_id, view, is_open, ((updated_at AT TIME ZONE 'UTC')::date - '1970-01-01'::date) AS updated FROM removed WHERE is_listed) r
               GROUP BY 1, 2, 3, 4, 5 HAVING sum(sign) <> 0) c
        JOIN observation o ON o.organization_id = c.organization_id AND o.id = c.observation_id) d
             GROUP BY 1, 2, 3, 4) c
     WHERE open <> 0 OR closed <> 0
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count RETURNING v.* LOOP
      IF kept.open_count = 0 AND kept.closed_count = 0 THEN
        DELETE FROM observation_value WHERE organization_id = kept.organization_id AND view = kept.view AND field = kept.field AND value = kept.value;
      END IF;
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER observation_state_days_removed AFTER DELETE ON observation_state
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_state_days();
CREATE TRIGGER observation_state_days_changed AFTER UPDATE ON observation_state
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_days();
