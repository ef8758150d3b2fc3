CREATE FUNCTION change_touch_events(p_organization uuid, p_events text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN

  WITH touched AS MATERIALIZED (
    SELECT p_organization AS organization_id, 4::smallint AS kind, change_key(p.event_id) AS resource_id, p.event_id AS resource_key,
           NOT (EXISTS (SELECT 1 FROM security_event e WHERE e.event_id = p.event_id AND (e.visible_to IS NULL OR p_organization = ANY (e.visible_to))) AND (
             EXISTS (SELECT 1 FROM security_event_feed f WHERE f.organization_id = p_organization AND f.event_id = p.event_id)
             OR EXISTS (SELECT 1 FROM vendor_statement s WHERE s.organization_id = p_organization AND s.event_id = p.event_id)
             OR EXISTS (SELECT 1 FROM vendor_statement s JOIN vendor v ON v.domain_name = s.domain
                         WHERE s.event_id = p.event_id AND v.organization_id = p_organization AND v.lifecycle_status <> 4)
             OR EXISTS (SELECT 1 FROM vrm_request r WHERE r.organization_id = p_organization AND r.event_id = p.event_id AND EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = r.vendor_domain AND v.lifecycle_status <> 4))
             OR EXISTS (SELECT 1 FROM vendor_response_on_behalf b
                         WHERE b.organization_id = p_organization AND b.event_id = p.event_id AND EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = b.vendor_domain AND v.lifecycle_status <> 4))
             OR EXISTS (SELECT 1 FROM organization_domain d JOIN vrm_request r ON r.vendor_domain = d.domain
                         WHERE d.organization_id = p_organization AND r.event_id = p.event_id))) AS is_removed
      FROM (SELECT DISTINCT u.event_id FROM unnest(p_events) AS u (event_id)) p),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
END
$$;
REVOKE ALL ON FUNCTION change_touch_events(uuid, text[]) FROM PUBLIC;
