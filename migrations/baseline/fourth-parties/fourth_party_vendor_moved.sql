-- Vendors that are offboarded, deleted, restored or change in weight: the set of their new state minus the old.
CREATE FUNCTION fourth_party_vendor_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  t record;
  domains text[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    FOR t IN SELECT organization_id, array_agg(domain_name) AS vendors FROM removed GROUP BY organization_id
    LOOP
      PERFORM fourth_party_lock(t.organization_id);
      DELETE FROM vendor_detection d WHERE d.organization_id = t.organization_id AND d.vendor_domain = ANY (t.vendors);
      DELETE FROM fourth_party_sighting s WHERE s.organization_id = t.organization_id AND s.vendor_domain = ANY (t.vendors);
      WITH gone AS (
        DELETE FROM fourth_party_relationship r WHERE r.organization_id = t.organization_id AND r.vendor_domain = ANY (t.vendors)
        RETURNING r.fourth_party_domain
      )
      SELECT array_agg(DISTINCT fourth_party_domain) INTO domains FROM gone;
      IF domains IS NOT NULL THEN PERFORM fourth_party_regroup(t.organization_id, domains); END IF;
    END LOOP;
    RETURN NULL;
  END IF;

  FOR t IN
    SELECT organization_id, array_agg(domain_name) AS vendors, array_agg(is_listed) AS listed, array_agg(weight) AS weights
      FROM (SELECT organization_id, domain_name, lifecycle_status <> vendor_offboarded() AS is_listed, fourth_party_vendor_weight(business_impact, risk_level) AS weight FROM added
            EXCEPT
            SELECT organization_id, domain_name, lifecycle_status <> vendor_offboarded(), fourth_party_vendor_weight(business_impact, risk_level) FROM removed) v
     GROUP BY organization_id
  LOOP
    PERFORM fourth_party_lock(t.organization_id);
    WITH moved AS (
      UPDATE fourth_party_relationship r
         SET is_listed = v.is_listed, vendor_weight = v.weight
        FROM unnest(t.vendors, t.listed, t.weights) AS v (domain, is_listed, weight)
       WHERE r.organization_id = t.organization_id AND r.vendor_domain = v.domain
      RETURNING r.fourth_party_domain
    )
    SELECT array_agg(DISTINCT fourth_party_domain) INTO domains FROM moved;
    IF domains IS NOT NULL THEN PERFORM fourth_party_regroup(t.organization_id, domains); END IF;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER fourth_party_vendor_removed AFTER DELETE ON vendor
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION fourth_party_vendor_moved();
CREATE TRIGGER fourth_party_vendor_changed AFTER UPDATE ON vendor
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION fourth_party_vendor_moved();
