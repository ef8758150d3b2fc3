-- Deletes removals that were made before a time, and advances forgotten_to: a reader behind that position cannot continue. The id of a set
-- contains the time of its creation. Sets without entries are marked, so that readers skip them, and deleted at the same age as removals:
-- until then cursors can be checked against them. Returns the number of deleted removals.
CREATE FUNCTION change_forget(p_organization uuid, p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  oldest bigint := (extract(epoch FROM p_before) * 1000)::bigint << 20;
  forgotten integer;
BEGIN
  IF p_organization::text IS DISTINCT FROM current_setting('app.organization_id', true) THEN
    RAISE EXCEPTION 'An organization forgets only its own changes.';
  END IF;
  WITH gone AS (
    DELETE FROM change WHERE ctid = ANY (ARRAY(
      SELECT c.ctid FROM change c WHERE c.organization_id = p_organization AND c.is_removed AND c.set_id < oldest LIMIT p_limit FOR UPDATE SKIP LOCKED))
    RETURNING set_id
  ), counted AS (
    SELECT count(*) AS entries, max(s.position) AS position
      FROM gone g JOIN change_set s ON s.organization_id = p_organization AND s.id = g.set_id
  ), moved AS (
    UPDATE change_head h SET forgotten_to = greatest(h.forgotten_to, c.position)
      FROM counted c WHERE h.organization_id = p_organization AND c.position IS NOT NULL
  )
  SELECT c.entries INTO forgotten FROM counted c;

  UPDATE change_set s SET is_empty = true
    FROM change_head h
   WHERE h.organization_id = p_organization AND s.organization_id = p_organization AND s.position < h.position AND NOT s.is_empty
     AND NOT EXISTS (SELECT 1 FROM change c WHERE c.organization_id = p_organization AND c.set_id = s.id);
  DELETE FROM change_set s USING change_head h
   WHERE h.organization_id = p_organization AND s.organization_id = p_organization AND s.position < h.position AND s.is_empty AND s.id < oldest;
  RETURN forgotten;
END
$$;
REVOKE ALL ON FUNCTION change_forget(uuid, timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION change_forget(uuid, timestamptz, integer) TO vendor_risk_service;
