-- Events are derived from the change feed in the transaction of the change, and only for organizations with an enabled webhook. What is not
-- in the feed (resolved, flagged, offboarded, the previous score) comes from the tables themselves: see the other functions.
CREATE FUNCTION event_of_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  o record;
BEGIN
  FOR o IN SELECT DISTINCT organization_id AS id FROM added ORDER BY 1 LOOP
    CONTINUE WHEN NOT event_is_wanted(o.id);
    IF TG_OP = 'INSERT' THEN
      PERFORM event_about(o.id, event_type_of(a.kind, 'added'), a.kind, array_agg(a.resource_id), array_agg(a.resource_key))
         FROM added a WHERE a.organization_id = o.id AND NOT a.is_removed AND event_type_of(a.kind, 'added') IS NOT NULL GROUP BY a.kind;
    ELSE
      PERFORM event_about(o.id, event_type_of(a.kind, a.action), a.kind, array_agg(a.resource_id), array_agg(a.resource_key))
         FROM (SELECT r.kind, r.resource_id, max(r.resource_key) AS resource_key,
                      CASE WHEN NOT bool_or(r.is_removed) THEN 'changed' WHEN bool_or(r.is_removed AND r.is_new) THEN 'removed' ELSE 'added' END AS action
                 FROM (SELECT kind, resource_id, resource_key, is_removed, true AS is_new FROM added WHERE organization_id = o.id
                       UNION ALL SELECT kind, resource_id, resource_key, is_removed, false FROM removed WHERE organization_id = o.id) r
                GROUP BY r.kind, r.resource_id
               HAVING NOT bool_and(r.is_removed)) a
        WHERE event_type_of(a.kind, a.action) IS NOT NULL GROUP BY a.kind, a.action;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION event_of_change() FROM PUBLIC;

CREATE TRIGGER event_of_change_insert AFTER INSERT ON change REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_change();
CREATE TRIGGER event_of_change_update AFTER UPDATE ON change
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_change();
