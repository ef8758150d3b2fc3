-- The number of listed vendors.
CREATE FUNCTION vendor_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO vendor_tally AS t (organization_id, listed)
    SELECT organization_id, count(*) FROM added WHERE lifecycle_status <> vendor_offboarded() GROUP BY 1
    ON CONFLICT (organization_id) DO UPDATE SET listed = t.listed + excluded.listed;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE vendor_tally t SET listed = t.listed + c.change
      FROM (SELECT organization_id, sum(change) AS change
              FROM (SELECT organization_id, 1 AS change FROM added WHERE lifecycle_status <> vendor_offboarded()
                    UNION ALL SELECT organization_id, -1 FROM removed WHERE lifecycle_status <> vendor_offboarded()) d
             GROUP BY 1) c
     WHERE t.organization_id = c.organization_id AND c.change <> 0;
  ELSE
    UPDATE vendor_tally t SET listed = t.listed - c.gone
      FROM (SELECT organization_id, count(*) AS gone FROM removed WHERE lifecycle_status <> vendor_offboarded() GROUP BY 1) c
     WHERE t.organization_id = c.organization_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER vendor_tally_added AFTER INSERT ON vendor REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION vendor_tally();
CREATE TRIGGER vendor_tally_removed AFTER DELETE ON vendor REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION vendor_tally();
CREATE TRIGGER vendor_tally_changed AFTER UPDATE ON vendor
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION vendor_tally();
