CREATE FUNCTION observation_due(days integer[], severity smallint, first_seen timestamptz, exploited boolean, enrichment text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
SELECT CASE WHEN days IS NOT NULL THEN
         coalesce(CASE WHEN exploited THEN substring(enrichment FROM '"dueDate":"([^"]+)"')::timestamptz END, first_seen + days[severity] * interval '24 hours')
       END
$$;
