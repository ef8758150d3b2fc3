import { SCORE_MODEL } from './score-model';
import { VRM_VIEW } from '#shared/view';

/** The parties whose open observations changed, with the counts that their scores derive from. $1 organization. */
export const STALE = `
  SELECT s.view, s.party_domain AS party,
         (SELECT json_agg(json_build_array(t.category, t.severity, t.open_count, t.known_exploited_count, t.ransomware_count))
            FROM party_tally t
           WHERE t.organization_id = s.organization_id AND t.view = s.view AND t.party_domain = s.party_domain AND t.open_count > 0) AS cells
    FROM party_score s
   WHERE s.organization_id = $1 AND s.is_stale
   ORDER BY s.view, s.party_domain`;

/**
 * A day stores the last scores calculated on it, and the sums of opened and resolved observations. The change of a score is relative to the
 * last day before, if that has a score of the same model. A vendor that is not monitored has a day without scores.
 */
export const SETTLE = `
  WITH fresh AS (
    SELECT f.*, ($14::timestamptz AT TIME ZONE 'UTC')::date AS day
      FROM unnest($2::smallint[], $3::text[], $4::smallint[], $5::smallint[], $6::smallint[], $7::smallint[], $8::smallint[], $9::smallint[], $10::jsonb[], $11::text[], $12::bigint[], $13::text[])
        AS f(view, party, overall, grade, breach, breach_level, ransomware, ransomware_level, factors, factor_scores, open, by_severity)
  ), scored AS (
    UPDATE party_score s
       SET is_stale = false, overall_score = f.overall, overall_grade = f.grade, breach_score = f.breach, breach_level = f.breach_level,
           ransomware_score = f.ransomware, ransomware_level = f.ransomware_level, factors = f.factors, open_by_severity = f.by_severity::bigint[],
           calculated_at = $14::timestamptz, model = ${SCORE_MODEL.edition}, opened_count = 0, resolved_count = 0
      FROM fresh f
     WHERE s.organization_id = $1 AND s.view = f.view AND s.party_domain = f.party
  ), remembered AS (
    INSERT INTO party_score_day AS d (organization_id, view, party_domain, day, overall_score, breach_score, ransomware_score, factor_scores,
                                      opened_count, resolved_count, score_change, model)
    SELECT $1, f.view, f.party, f.day, CASE WHEN seen.yes THEN f.overall END, CASE WHEN seen.yes THEN f.breach END, CASE WHEN seen.yes THEN f.ransomware END,
           CASE WHEN seen.yes THEN f.factor_scores::smallint[] END, s.opened_count, s.resolved_count,
           CASE WHEN seen.yes THEN f.overall - before.overall_score END, ${SCORE_MODEL.edition}
      FROM fresh f
      JOIN party_score s ON s.organization_id = $1 AND s.view = f.view AND s.party_domain = f.party
      LEFT JOIN vendor v ON v.organization_id = $1 AND v.domain_name = f.party AND f.view = ${VRM_VIEW.number}
      CROSS JOIN LATERAL (SELECT f.view <> ${VRM_VIEW.number} OR coalesce(v.is_monitored, false) AS yes) seen
      LEFT JOIN LATERAL (
        SELECT b.overall_score, b.model FROM party_score_day b
         WHERE b.organization_id = $1 AND b.view = f.view AND b.party_domain = f.party AND b.day < f.day
         ORDER BY b.day DESC LIMIT 1) before ON before.model = ${SCORE_MODEL.edition}
    ON CONFLICT (organization_id, view, party_domain, day) DO UPDATE
       SET overall_score = excluded.overall_score, breach_score = excluded.breach_score, ransomware_score = excluded.ransomware_score,
           factor_scores = excluded.factor_scores, opened_count = d.opened_count + excluded.opened_count,
           resolved_count = d.resolved_count + excluded.resolved_count, score_change = excluded.score_change, model = excluded.model
  )
  UPDATE vendor v
     SET score = CASE WHEN v.is_monitored THEN f.overall END, score_grade = CASE WHEN v.is_monitored THEN f.grade END, open_observation_count = f.open
    FROM fresh f
   WHERE v.organization_id = $1 AND f.view = ${VRM_VIEW.number} AND v.domain_name = f.party`;
