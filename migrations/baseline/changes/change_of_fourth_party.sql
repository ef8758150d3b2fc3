-- Relationships between vendors and fourth parties. One that is no longer listed counts as removed.
CREATE FUNCTION change_of_fourth_party() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN

  IF TG_OP = 'INSERT' THEN
    PERFORM change_note_keys(organization_id, kind_fourth_party(), array_agg(vendor_domain || '/' || fourth_party_domain), array_agg(NOT is_listed))
       FROM added GROUP BY organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note_keys(organization_id, kind_fourth_party(), array_agg(vendor_domain || '/' || fourth_party_domain), array_agg(NOT is_listed))
       FROM (SELECT organization_id, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types, products, confidence,
                    evidence_count, first_seen, is_current, is_listed FROM added
             EXCEPT
             SELECT organization_id, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types, products, confidence,
                    evidence_count, first_seen, is_current, is_listed FROM removed) d
      GROUP BY organization_id;
  ELSE
    PERFORM change_note_keys(organization_id, kind_fourth_party(), array_agg(vendor_domain || '/' || fourth_party_domain), array_agg(true))
       FROM removed GROUP BY organization_id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_fourth_party() FROM PUBLIC;

CREATE TRIGGER change_of_fourth_party_insert AFTER INSERT ON fourth_party_relationship
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_fourth_party();
CREATE TRIGGER change_of_fourth_party_update AFTER UPDATE ON fourth_party_relationship
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_fourth_party();
CREATE TRIGGER change_of_fourth_party_delete AFTER DELETE ON fourth_party_relationship
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_fourth_party();
