CREATE FUNCTION observation_sides() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO observation_cve (organization_id, cve_id, observation_id, is_further)
    SELECT DISTINCT organization_id, cve_id, id, cve_id <> group_key
      FROM (SELECT organization_id, id, group_key, unnest(cve_ids) AS cve_id FROM added WHERE cve_ids <> '{}') c
     ORDER BY 1, 2, 3;
  ELSIF TG_OP = 'UPDATE' THEN
    DELETE FROM observation_cve c
     USING (SELECT organization_id, id, cve_ids FROM removed WHERE cve_ids <> '{}'
            EXCEPT SELECT organization_id, id, cve_ids FROM added WHERE cve_ids <> '{}') r
     WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
    INSERT INTO observation_cve (organization_id, cve_id, observation_id, is_further)
    SELECT organization_id, cve_id, id, cve_id <> group_key
      FROM (SELECT organization_id, id, group_key, unnest(cve_ids) AS cve_id
              FROM (SELECT organization_id, id, group_key, cve_ids FROM added WHERE cve_ids <> '{}'
                    EXCEPT SELECT organization_id, id, group_key, cve_ids FROM removed WHERE cve_ids <> '{}') a) c
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM observation_cve c USING removed r WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
    DELETE FROM observation_action c USING removed r WHERE c.organization_id = r.organization_id AND c.observation_id = r.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER observation_sides_added AFTER INSERT ON observation
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_sides();
CREATE TRIGGER observation_sides_removed AFTER DELETE ON observation
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION observation_sides();
CREATE TRIGGER observation_sides_changed AFTER UPDATE ON observation
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION observation_sides();
