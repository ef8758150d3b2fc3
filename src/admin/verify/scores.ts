import { LIKELIHOOD_LEVEL, SCORE_GRADE } from '#modules/scores/score.enums';
import { scoreVendor, toCell, type CellRow } from '#modules/scores/score-model';
import type { Statements } from '#platform/database/database';
import { recountRows, type Cells, type Recount } from './derived';
import { SCORED } from './scores.sql';

interface Row extends Cells {
  view: number;
  party_domain: string;
  stored: Cells | null;
  cells: CellRow[] | null;
}

/** Recomputes the score of every party with the model. */
export async function recountScores(tx: Statements, organizationId: string): Promise<Recount> {
  const rows = (await tx.query(SCORED, [organizationId])) as Row[];
  return recountRows(rows, ['view', 'party_domain'], ({ view, party_domain, stored, cells }) => {
    const named = (numbers: Cells) => ({ view, party_domain, ...numbers });
    return [stored && named(stored), named(scoreOf(cells ?? []))];
  });
}

function scoreOf(cells: readonly CellRow[]): Cells {
  const score = scoreVendor(cells.map(toCell));
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
