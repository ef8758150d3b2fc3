CREATE FUNCTION change_touch_beside_vendors(p_organization uuid, p_domains text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN

  WITH touched AS MATERIALIZED (
    SELECT s.organization_id, 8::smallint AS kind, change_key(s.party_domain) AS resource_id, s.party_domain AS resource_key,
           NOT EXISTS (SELECT 1 FROM vendor v WHERE v.organization_id = p_organization AND v.domain_name = s.party_domain AND v.is_monitored) AS is_removed
      FROM party_score s
     WHERE s.organization_id = p_organization AND s.view = 1 AND s.party_domain = ANY (p_domains) AND s.overall_score IS NOT NULL),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;

  WITH touched AS MATERIALIZED (
    SELECT r.organization_id, 6::smallint AS kind, change_key(r.vendor_domain || '/' || r.fourth_party_domain) AS resource_id,
   r.vendor_domain || '/' || r.fourth_party_domain AS resource_key, NOT r.is_listed AS is_removed
      FROM fourth_party_relationship r WHERE r.organization_id = p_organization AND r.vendor_domain = ANY (p_domains)
    UNION
    SELECT r.organization_id, 6::smallint AS kind, change_key(r.vendor_domain || '/' || r.fourth_party_domain) AS resource_id,
   r.vendor_domain || '/' || r.fourth_party_domain AS resource_key, NOT r.is_listed AS is_removed
      FROM fourth_party_relationship r WHERE r.organization_id = p_organization AND r.fourth_party_domain = ANY (p_domains)),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  INSERT INTO change AS c (organization_id, kind, resource_id, resource_key, set_id, is_removed)
  SELECT t.organization_id, t.kind, t.resource_id, t.resource_key, m.id, t.is_removed
    FROM touched t JOIN made m ON m.organization_id = t.organization_id
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, kind, resource_id) DO UPDATE SET set_id = excluded.set_id, is_removed = excluded.is_removed
   WHERE c.is_removed <> excluded.is_removed OR NOT c.is_removed AND c.set_id <> excluded.set_id;
  PERFORM change_touch_events_of_vendors(p_organization, p_domains);
END
$$;
REVOKE ALL ON FUNCTION change_touch_beside_vendors(uuid, text[]) FROM PUBLIC;
