-- Moves resources to the end of the feed because of a change in another table. Those that are not in the feed are not added.
-- Look-ups by index, however many rows there were when the plan was made: a plan for many rows would read whole tables for one row.
CREATE FUNCTION change_move(p_organization uuid, p_kinds smallint[], p_ids uuid[]) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  made bigint := change_set_of(p_organization);
BEGIN
  UPDATE change c SET set_id = made
    FROM (SELECT DISTINCT id FROM unnest(p_ids) AS t (id)) t
   WHERE c.organization_id = p_organization AND c.kind = ANY (p_kinds) AND c.resource_id = t.id AND NOT c.is_removed AND c.set_id <> made;
END
$$;
REVOKE ALL ON FUNCTION change_move(uuid, smallint[], uuid[]) FROM PUBLIC;
