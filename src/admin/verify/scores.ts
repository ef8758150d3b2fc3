import { LIKELIHOOD_LEVEL, SCORE_GRADE } from '#modules/scores/score.enums';
import { scoreVendor } from '#modules/scores/score-model';
import type { Statements } from '#platform/database/database';
import { recountRows, type Cells, type Recount } from './derived';

interface Row extends Cells {
  view: number;
  party_domain: string;
  kept: Cells | null;
  cells: [category: number, severity: number, open: number, exploited: number, ransomware: number][] | null;
}

/** Stored scores, next to the open observations that they derive from, counted from the observation table. */
const SCORED = `
  WITH cell AS (
    SELECT view, party_domain, category, severity, count(*) AS open, count(*) FILTER (WHERE is_known_exploited) AS exploited,
           count(*) FILTER (WHERE is_ransomware_used) AS ransomware
      FROM observation WHERE organization_id = $1 AND is_listed AND is_open
     GROUP BY 1, 2, 3, 4
  ), party AS (
    SELECT view, party_domain, json_agg(json_build_array(category, severity, open, exploited, ransomware)) AS cells FROM cell GROUP BY 1, 2
  ), kept AS (
    SELECT s.view, s.party_domain,
           json_build_object('isStale', s.is_stale, 'overall', s.overall_score, 'grade', s.overall_grade, 'breach', s.breach_score,
             'breachLevel', s.breach_level, 'ransomware', s.ransomware_score, 'ransomwareLevel', s.ransomware_level,
             'bySeverity', s.open_by_severity,
             'factors', (SELECT json_agg(json_build_array(f ->> 'category', f -> 'score', f -> 'openCount') ORDER BY f ->> 'category')
                           FROM jsonb_array_elements(s.factors) f),
             'latestDay', coalesce((SELECT d.overall_score FROM party_score_day d
                                     WHERE d.organization_id = $1 AND d.view = s.view AND d.party_domain = s.party_domain
                                     ORDER BY d.day DESC LIMIT 1), s.overall_score)) AS kept
      FROM party_score s WHERE s.organization_id = $1
  )
  SELECT view, party_domain, kept, cells FROM kept FULL JOIN party USING (view, party_domain) ORDER BY 1, 2`;

/** Recomputes the score of every party with the model. */
export async function recountScores(tx: Statements, organizationId: string): Promise<Recount> {
  const rows = (await tx.query(SCORED, [organizationId])) as Row[];
  return recountRows(rows, ['view', 'party_domain'], ({ view, party_domain, kept, cells }) => {
    const named = (numbers: Cells) => ({ view, party_domain, ...numbers });
    return [kept && named(kept), named(scoreOf(cells ?? []))];
  });
}

function scoreOf(cells: NonNullable<Row['cells']>): Cells {
  const score = scoreVendor(
    cells.map(([category, severity, openCount, knownExploitedCount, ransomwareCount]) => ({
      category,
      severity,
      openCount,
      knownExploitedCount,
      ransomwareCount,
    })),
  );
  return {
    isStale: false,
    overall: score.overallScore,
    grade: SCORE_GRADE.toNumber(score.overallGrade),
    breach: score.breachLikelihoodScore,
    breachLevel: LIKELIHOOD_LEVEL.toNumber(score.breachLikelihoodLevel),
    ransomware: score.ransomwareScore,
    ransomwareLevel: LIKELIHOOD_LEVEL.toNumber(score.ransomwareLevel),
    bySeverity: [1, 2, 3, 4, 5].map((each) => cells.reduce((sum, [, severity, open]) => sum + (severity === each ? open : 0), 0)),
    factors: score.factors
      .map(({ category, score: of, openCount }) => [category, of, openCount] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
    latestDay: score.overallScore,
  };
}
