-- Adds to the counts of values. The order is the same for every writer.
CREATE FUNCTION observation_value_add(changes observation_value[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO observation_value AS v (organization_id, view, field, value, open_count, closed_count)
  SELECT organization_id, view, field, value, open_count, closed_count
    FROM unnest(changes)
   WHERE open_count <> 0 OR closed_count <> 0
   ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, view, field, value)
  DO UPDATE SET open_count = v.open_count + excluded.open_count, closed_count = v.closed_count + excluded.closed_count
$$;
