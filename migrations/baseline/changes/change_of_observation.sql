-- Everything that the API returns of an observation, except last_seen; body_hash stands for the body.
-- A new observation cannot be in the feed yet, and a plain insert costs half as much as an upsert.
CREATE FUNCTION change_of_observation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN

  IF TG_OP = 'INSERT' THEN
    INSERT INTO change (organization_id, kind, resource_id, set_id, is_removed)
    SELECT a.organization_id, CASE a.view WHEN view_vrm() THEN kind_observation() ELSE kind_own_observation() END, a.id, made.id, NOT a.is_listed
      FROM added a
      JOIN (SELECT o.organization_id, change_set_of(o.organization_id) AS id FROM (SELECT DISTINCT organization_id FROM added) o OFFSET 0) made
        ON made.organization_id = a.organization_id;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note(d.organization_id, CASE d.view WHEN view_vrm() THEN kind_observation() ELSE kind_own_observation() END,
                        array_agg(d.id), NULL, array_agg(NOT d.is_listed))
       FROM (SELECT organization_id, id, view, is_listed, approval_status, severity, vendor_id, vendor_name, group_key, regression_count,
                 first_seen, resolved_at, updated_at, enrichment, body_hash FROM added
             EXCEPT
             SELECT organization_id, id, view, is_listed, approval_status, severity, vendor_id, vendor_name, group_key, regression_count,
                 first_seen, resolved_at, updated_at, enrichment, body_hash FROM removed) d
      GROUP BY d.organization_id, d.view ORDER BY d.organization_id, d.view;
  ELSE
    PERFORM change_note(r.organization_id, CASE r.view WHEN view_vrm() THEN kind_observation() ELSE kind_own_observation() END,
                        array_agg(r.id), NULL, array_agg(true))
       FROM removed r GROUP BY r.organization_id, r.view ORDER BY r.organization_id, r.view;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_observation() FROM PUBLIC;

CREATE TRIGGER change_of_observation_insert AFTER INSERT ON observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_observation();
CREATE TRIGGER change_of_observation_update AFTER UPDATE ON observation
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_observation();
CREATE TRIGGER change_of_observation_delete AFTER DELETE ON observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_observation();
