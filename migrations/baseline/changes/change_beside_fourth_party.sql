-- A change of evidence moves the relationship. The time of the sighting is no such change, because every detection updates it.
CREATE FUNCTION change_beside_fourth_party() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN

  PERFORM change_move(organization_id, ARRAY[kind_fourth_party()], array_agg(change_key(vendor_domain || '/' || fourth_party_domain)))
     FROM (SELECT organization_id, vendor_domain, fourth_party_domain, channel,
                    jsonb_path_query_array(evidence, '$[*].record') || jsonb_path_query_array(evidence, '$[*].value')
                      || jsonb_path_query_array(evidence, '$[*].via') FROM added
           EXCEPT
           SELECT organization_id, vendor_domain, fourth_party_domain, channel,
                    jsonb_path_query_array(evidence, '$[*].record') || jsonb_path_query_array(evidence, '$[*].value')
                      || jsonb_path_query_array(evidence, '$[*].via') FROM removed) d
    GROUP BY organization_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_beside_fourth_party() FROM PUBLIC;

CREATE TRIGGER change_beside_fourth_party_update AFTER UPDATE ON fourth_party_sighting
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_beside_fourth_party();
