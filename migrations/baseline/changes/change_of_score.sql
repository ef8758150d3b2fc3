-- Scores of monitored vendors and of the organization itself. A score that is not calculated yet is in no feed.
CREATE FUNCTION change_of_score() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN

  IF TG_OP = 'INSERT' THEN
    PERFORM change_note_keys(s.organization_id, CASE s.view WHEN view_vrm() THEN kind_score() ELSE kind_own_score() END, array_agg(s.party_domain),
                             array_agg(s.view = view_vrm() AND NOT vendor_is_monitored(s.organization_id, s.party_domain)))
       FROM added s WHERE s.overall_score IS NOT NULL GROUP BY s.organization_id, s.view ORDER BY s.organization_id, s.view;
  ELSIF TG_OP = 'UPDATE' THEN
    PERFORM change_note_keys(s.organization_id, CASE s.view WHEN view_vrm() THEN kind_score() ELSE kind_own_score() END, array_agg(s.party_domain),
                             array_agg(s.view = view_vrm() AND NOT vendor_is_monitored(s.organization_id, s.party_domain)))
       FROM (SELECT organization_id, view, party_domain, overall_score, overall_grade, breach_score, breach_level, ransomware_score, ransomware_level,
                    factors, open_by_severity, calculated_at FROM added
             EXCEPT
             SELECT organization_id, view, party_domain, overall_score, overall_grade, breach_score, breach_level, ransomware_score, ransomware_level,
                    factors, open_by_severity, calculated_at FROM removed) s
      WHERE s.overall_score IS NOT NULL GROUP BY s.organization_id, s.view ORDER BY s.organization_id, s.view;
  ELSE
    PERFORM change_note_keys(s.organization_id, CASE s.view WHEN view_vrm() THEN kind_score() ELSE kind_own_score() END, array_agg(s.party_domain),
                             array_agg(true))
       FROM removed s WHERE s.overall_score IS NOT NULL GROUP BY s.organization_id, s.view ORDER BY s.organization_id, s.view;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION change_of_score() FROM PUBLIC;

CREATE TRIGGER change_of_score_insert AFTER INSERT ON party_score
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_score();
CREATE TRIGGER change_of_score_update AFTER UPDATE ON party_score
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_of_score();
CREATE TRIGGER change_of_score_delete AFTER DELETE ON party_score
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_of_score();
