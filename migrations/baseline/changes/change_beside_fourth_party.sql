CREATE FUNCTION change_beside_fourth_party() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN

  WITH touched AS MATERIALIZED (SELECT organization_id, change_key(vendor_domain || '/' || fourth_party_domain) AS resource_id FROM (SELECT organization_id, vendor_domain, fourth_party_domain, channel,
                  jsonb_path_query_array(evidence, '$[*].record') || jsonb_path_query_array(evidence, '$[*].value') || jsonb_path_query_array(evidence, '$[*].via') FROM added EXCEPT SELECT organization_id, vendor_domain, fourth_party_domain, channel,
                  jsonb_path_query_array(evidence, '$[*].record') || jsonb_path_query_array(evidence, '$[*].value') || jsonb_path_query_array(evidence, '$[*].via') FROM removed) d),
  made AS MATERIALIZED (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM touched) o)
  UPDATE change c SET set_id = m.id
    FROM (SELECT DISTINCT organization_id, resource_id FROM touched) t JOIN made m ON m.organization_id = t.organization_id
   WHERE c.organization_id = t.organization_id AND c.kind IN (6) AND c.resource_id = t.resource_id
     AND NOT c.is_removed AND c.set_id <> m.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_beside_fourth_party() FROM PUBLIC;

CREATE TRIGGER change_beside_fourth_party_update AFTER UPDATE ON fourth_party_sighting
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_beside_fourth_party();
