-- The groups of an observation: each of its CVEs, or else its type.
CREATE FUNCTION observation_group_keys(group_key text, cve_ids text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN cardinality(cve_ids) > 1 THEN cve_ids ELSE ARRAY[group_key] END;
