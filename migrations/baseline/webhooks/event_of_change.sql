CREATE FUNCTION event_of_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  o record;
BEGIN
  FOR o IN SELECT DISTINCT organization_id AS id FROM added ORDER BY 1 LOOP
    CONTINUE WHEN NOT event_is_wanted(o.id);
    IF TG_OP = 'INSERT' THEN
      PERFORM event_about(o.id, t.event_type, t.kind, array_agg(a.resource_id), array_agg(a.resource_key))
         FROM added a JOIN (VALUES
      (1, 'added', 'observation.created'), (1, 'changed', 'observation.changed'), (1, 'removed', 'observation.removed'),
      (11, 'added', 'observation.created'), (11, 'changed', 'observation.changed'), (11, 'removed', 'observation.removed'),
      (2, 'added', 'vendor.created'), (2, 'changed', 'vendor.changed'), (2, 'removed', 'vendor.deleted'),
      (4, 'added', 'security_event.published'),
      (5, 'added', 'security_event.impact_changed'), (5, 'changed', 'security_event.impact_changed'), (5, 'removed', 'security_event.impact_changed'),
      (6, 'added', 'fourth_party.detected'), (6, 'removed', 'fourth_party.gone')
    ) AS t (kind, action, event_type) ON t.kind = a.kind AND t.action = 'added'
        WHERE a.organization_id = o.id AND NOT a.is_removed GROUP BY t.kind, t.event_type;
    ELSE
      PERFORM event_about(o.id, t.event_type, t.kind, array_agg(a.resource_id), array_agg(a.resource_key))
         FROM (SELECT r.kind, r.resource_id, max(r.resource_key) AS resource_key,
                      CASE WHEN NOT bool_or(r.is_removed) THEN 'changed' WHEN bool_or(r.is_removed AND r.is_new) THEN 'removed' ELSE 'added' END AS action
                 FROM (SELECT kind, resource_id, resource_key, is_removed, true AS is_new FROM added WHERE organization_id = o.id
                       UNION ALL SELECT kind, resource_id, resource_key, is_removed, false FROM removed WHERE organization_id = o.id) r
                GROUP BY r.kind, r.resource_id
               HAVING NOT bool_and(r.is_removed)) a
         JOIN (VALUES
      (1, 'added', 'observation.created'), (1, 'changed', 'observation.changed'), (1, 'removed', 'observation.removed'),
      (11, 'added', 'observation.created'), (11, 'changed', 'observation.changed'), (11, 'removed', 'observation.removed'),
      (2, 'added', 'vendor.created'), (2, 'changed', 'vendor.changed'), (2, 'removed', 'vendor.deleted'),
      (4, 'added', 'security_event.published'),
      (5, 'added', 'security_event.impact_changed'), (5, 'changed', 'security_event.impact_changed'), (5, 'removed', 'security_event.impact_changed'),
      (6, 'added', 'fourth_party.detected'), (6, 'removed', 'fourth_party.gone')
    ) AS t (kind, action, event_type) ON t.kind = a.kind AND t.action = a.action
        GROUP BY t.kind, t.event_type;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION event_of_change() FROM PUBLIC;

CREATE TRIGGER event_of_change_insert AFTER INSERT ON change
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_change();
CREATE TRIGGER event_of_change_update AFTER UPDATE ON change
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_change();
