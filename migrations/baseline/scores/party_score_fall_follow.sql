CREATE FUNCTION party_score_fall_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came party_score_shift[];
  went party_score_shift[];
BEGIN
  IF TG_OP <> 'DELETE' THEN
    came := ARRAY(
      SELECT (organization_id, view, party_domain, day, score_change)::party_score_shift FROM added WHERE score_change <> 0);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    went := ARRAY(
      SELECT (organization_id, view, party_domain, day, -score_change)::party_score_shift FROM removed WHERE score_change <> 0);
  END IF;
  PERFORM party_score_fall_add(came || went);
  RETURN NULL;
END
$$;

CREATE TRIGGER party_score_fall_follow_added AFTER INSERT ON party_score_day
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION party_score_fall_follow();
CREATE TRIGGER party_score_fall_follow_changed AFTER UPDATE ON party_score_day
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION party_score_fall_follow();
CREATE TRIGGER party_score_fall_follow_removed AFTER DELETE ON party_score_day
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION party_score_fall_follow();
