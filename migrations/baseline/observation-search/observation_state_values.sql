CREATE FUNCTION observation_state_values() RETURNS trigger LANGUAGE plpgsql
  SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
    SELECT organization_id, view, field, value, open, closed
      FROM (SELECT organization_id, view, field, value,
                   sum(CASE WHEN is_open THEN sign ELSE 0 END) AS open, sum(CASE WHEN is_open THEN 0 ELSE sign END) AS closed
              FROM (
      SELECT 1 AS sign, s.organization_id, s.view, s.is_open, w.field, w.value
        FROM added s
       CROSS JOIN LATERAL (VALUES ('ASSIGNEE', s.assignee_word), ('DUE_DAY', (s.due_at AT TIME ZONE 'UTC')::date::text)) AS w (field, value)
       WHERE s.is_listed AND (s.assignee_word IS NOT NULL OR s.due_at IS NOT NULL) AND w.value IS NOT NULL) d
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
      SELECT 1 AS sign, s.organization_id, s.view, s.is_open, w.field, w.value
        FROM added s
       CROSS JOIN LATERAL (VALUES ('ASSIGNEE', s.assignee_word), ('DUE_DAY', (s.due_at AT TIME ZONE 'UTC')::date::text)) AS w (field, value)
       WHERE s.is_listed AND (s.assignee_word IS NOT NULL OR s.due_at IS NOT NULL) AND w.value IS NOT NULL UNION ALL
      SELECT -1 AS sign, s.organization_id, s.view, s.is_open, w.field, w.value
        FROM removed s
       CROSS JOIN LATERAL (VALUES ('ASSIGNEE', s.assignee_word), ('DUE_DAY', (s.due_at AT TIME ZONE 'UTC')::date::text)) AS w (field, value)
       WHERE s.is_listed AND (s.assignee_word IS NOT NULL OR s.due_at IS NOT NULL) AND w.value IS NOT NULL) d
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
      SELECT -1 AS sign, s.organization_id, s.view, s.is_open, w.field, w.value
        FROM removed s
       CROSS JOIN LATERAL (VALUES ('ASSIGNEE', s.assignee_word), ('DUE_DAY', (s.due_at AT TIME ZONE 'UTC')::date::text)) AS w (field, value)
       WHERE s.is_listed AND (s.assignee_word IS NOT NULL OR s.due_at IS NOT NULL) AND w.value IS NOT NULL) d
             GROUP BY 1, 2, 3, 4) c
     WHERE open <> 0 OR closed <> 0
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, view, field, value)
    DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER observation_state_values_added AFTER INSERT ON observation_state
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_values();
CREATE TRIGGER observation_state_values_removed AFTER DELETE ON observation_state
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_state_values();
CREATE TRIGGER observation_state_values_changed AFTER UPDATE ON observation_state
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_state_values();
