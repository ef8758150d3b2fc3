import { arrayLiteral } from '#platform/database/array-literal';
import type { Statements } from '#platform/database/database';
import { LIKELIHOOD_LEVEL, SCORE_GRADE } from './score.enums';
import { scoreVendor, toCell, type CellRow } from './score-model';
import { SETTLE, STALE } from './settle-scores.sql';
import { VRM_VIEW } from '#shared/view';

interface TallyRow {
  view: number;
  party: string;
  cells: CellRow[] | null;
}

/**
 * Recomputes the score of every party whose open observations changed in this transaction. Call it after any write to observations. An
 * explicit time backdates the scores, and the grades of the portfolio with them.
 */
export async function settleScores(tx: Statements, organizationId: string, now?: Date): Promise<void> {
  const stale = (await tx.query(STALE, [organizationId])) as TallyRow[];
  if (stale.length === 0) return;
  if (now !== undefined) await tx.query(`SELECT set_config('app.score_day', $1, true)`, [now.toISOString().slice(0, 10)]);
  const scores = stale.map((row) => ({
    ...row,
    bySeverity: bySeverity(row.cells ?? []),
    ...scoreVendor((row.cells ?? []).map(toCell)),
  }));
  await tx.query(SETTLE, [
    organizationId,
    scores.map((score) => score.view),
    scores.map((score) => score.party),
    scores.map((score) => score.overallScore),
    scores.map((score) => SCORE_GRADE.toNumber(score.overallGrade)),
    scores.map((score) => score.breachLikelihoodScore),
    scores.map((score) => LIKELIHOOD_LEVEL.toNumber(score.breachLikelihoodLevel)),
    scores.map((score) => score.ransomwareScore),
    scores.map((score) => LIKELIHOOD_LEVEL.toNumber(score.ransomwareLevel)),
    scores.map((score) => JSON.stringify(score.factors)),
    scores.map((score) => arrayLiteral(score.factors.map((factor) => factor.score))), // as text: unnest would flatten them
    scores.map((score) => score.bySeverity.reduce((sum, open) => sum + open)),
    scores.map((score) => arrayLiteral(score.bySeverity)),
    now ?? new Date(),
  ]);
}

/** Marks parties whose vendor changed, so that the next settleScores recomputes them even without changed observations. */
export async function markScoresStale(tx: Statements, organizationId: string, vendorDomains: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE party_score SET is_stale = true WHERE organization_id = $1 AND view = ${VRM_VIEW.number} AND party_domain = ANY($2::text[])`,
    [organizationId, vendorDomains],
  );
}

/** Open observations of each severity, INFO first. */
function bySeverity(cells: readonly CellRow[]): number[] {
  const counts = [0, 0, 0, 0, 0];
  for (const [, severity, open] of cells) counts[severity - 1] = (counts[severity - 1] ?? 0) + open;
  return counts;
}
