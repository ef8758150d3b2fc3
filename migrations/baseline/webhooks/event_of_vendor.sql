-- Offboarded vendors, and scores with the previous one: a change of the grade, or of at least five points.
CREATE FUNCTION event_of_vendor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_nestloop = off AS $$
BEGIN
  PERFORM event_about(a.organization_id, 'vendor.offboarded', kind_vendor(), array_agg(a.id), NULL)
     FROM (SELECT organization_id, id FROM added WHERE lifecycle_status = vendor_offboarded()
           EXCEPT SELECT organization_id, id FROM removed WHERE lifecycle_status = vendor_offboarded()) a
    WHERE event_is_wanted(a.organization_id) GROUP BY a.organization_id;
  PERFORM event_about(a.organization_id, 'vendor.score_changed', kind_score(), NULL, array_agg(a.domain_name),
                      jsonb_object_agg(a.domain_name, jsonb_build_object('score', r.score, 'grade', r.score_grade)))
     FROM added a JOIN removed r ON r.organization_id = a.organization_id AND r.id = a.id
    WHERE (a.score_grade <> r.score_grade OR abs(a.score - r.score) >= 5) AND event_is_wanted(a.organization_id)
    GROUP BY a.organization_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION event_of_vendor() FROM PUBLIC;

CREATE TRIGGER event_of_vendor_update AFTER UPDATE ON vendor
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION event_of_vendor();
