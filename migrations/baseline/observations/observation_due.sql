CREATE FUNCTION observation_due(days integer[], severity smallint, first_seen timestamptz, exploited boolean, enrichment text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
SELECT CASE WHEN days IS NOT NULL THEN
         coalesce(CASE WHEN NOT exploited THEN NULL
                       -- Found after the catalogue's date: the days that the catalogue gave, from then on.
                       WHEN substring(enrichment FROM '"dueDate":"([^"]+)"')::timestamptz < first_seen
                         THEN first_seen + (substring(enrichment FROM '"dueDate":"([^"]+)"')::timestamptz
                                            - substring(enrichment FROM '"dateAdded":"([^"]+)"')::timestamptz)
                       ELSE substring(enrichment FROM '"dueDate":"([^"]+)"')::timestamptz
                  END, first_seen + days[severity] * interval '24 hours')
       END
$$;
