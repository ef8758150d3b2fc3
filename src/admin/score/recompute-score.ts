/**
 * The score model a second time, written from docs/scoring.md and without a line of the scorer, so that a receipt is checked by something
 * that cannot share its mistakes.
 */
export interface ReceiptObservations {
  category: string;
  severity: string;
  open: number;
  knownExploited: number;
  ransomwareUse: number;
}

export interface RecomputedScore {
  overallScore: number;
  overallGrade: string;
  breachLikelihoodScore: number;
  breachLikelihoodLevel: string;
  ransomwareScore: number;
  ransomwareLevel: string;
  factors: { category: string; score: number; openCount: number; pointsLost: number }[];
}

/** The edition of the model that this file computes. */
export const MODEL = 2;

const BURDEN: Record<string, number> = { INFO: 0, LOW: 1, MEDIUM: 4, HIGH: 15, CRITICAL: 45 };
const LIMIT: Record<string, number> = { INFO: 0, LOW: 0.3, MEDIUM: 0.6, HIGH: 0.9, CRITICAL: 1 };
/** Weights in per cent: overall, breach likelihood, ransomware. */
const WEIGHTS: Record<string, [number, number, number]> = {
  VULNERABILITY: [60, 35, 20],
  PATCHING_CADENCE: [30, 15, 20],
  NETWORK_SECURITY: [45, 20, 35],
  WEB_APPLICATION_SECURITY: [40, 25, 10],
  ENCRYPTION: [25, 5, 0],
  DNS_HEALTH: [20, 5, 0],
  EMAIL_SECURITY: [30, 10, 20],
  ENDPOINT_SECURITY: [35, 20, 25],
  IP_REPUTATION: [30, 10, 10],
  MALWARE_INFECTION: [60, 40, 45],
  LEAKED_CREDENTIALS: [50, 40, 40],
  DATA_LEAK: [55, 45, 5],
  ATTACK_SURFACE_EXPOSURE: [35, 25, 35],
  CLOUD_MISCONFIGURATION: [40, 30, 10],
};

export function recomputeScore(observations: readonly ReceiptObservations[]): RecomputedScore {
  const exploited = total(observations, ({ knownExploited }) => knownExploited);
  const ransomware = total(observations, ({ ransomwareUse }) => ransomwareUse);
  const categories = Object.entries(WEIGHTS).map(([name, weights]) => {
    const own = observations.filter(({ category }) => category === `OBSERVATION_CATEGORY_${name}`);
    return { name, weights, harm: harmOf(own), open: total(own, ({ open }) => open) };
  });
  const taken = (index: 0 | 1 | 2) => categories.map(({ weights, harm }) => (weights[index] / 100) * harm);

  const overallScore = 100 - lost(taken(0));
  const breach = lost([...taken(1), (0.7 * exploited) / (exploited + 1)]);
  const ransom = lost([...taken(2), (0.4 * exploited) / (exploited + 2), (0.7 * ransomware) / (ransomware + 1)]);
  const points = split(
    100 - overallScore,
    taken(0).map((part) => -Math.log(1 - part)),
  );
  return {
    overallScore,
    overallGrade: `SCORE_GRADE_${overallScore >= 90 ? 'A' : overallScore >= 80 ? 'B' : overallScore >= 70 ? 'C' : overallScore >= 60 ? 'D' : 'F'}`,
    breachLikelihoodScore: breach,
    breachLikelihoodLevel: level(breach),
    ransomwareScore: ransom,
    ransomwareLevel: level(ransom),
    factors: categories.map(({ name, harm, open }, index) => ({
      category: `OBSERVATION_CATEGORY_${name}`,
      score: 100 - up(100 * harm),
      openCount: open,
      pointsLost: points[index] ?? 0,
    })),
  };
}

/** limit × burden / (burden + 30) */
function harmOf(observations: readonly ReceiptObservations[]): number {
  let burden = 0;
  let limit = 0;
  for (const { severity, open, knownExploited, ransomwareUse } of observations) {
    const short = severity.replace('OBSERVATION_SEVERITY_', '');
    burden += open * (BURDEN[short] ?? NaN) + 45 * knownExploited + 45 * ransomwareUse;
    if (open > 0) limit = Math.max(limit, LIMIT[short] ?? NaN);
    if (knownExploited + ransomwareUse > 0) limit = 1;
  }
  return (limit * burden) / (burden + 30);
}

/** 100 × (1 − Π (1 − part)), rounded against the vendor. */
function lost(parts: readonly number[]): number {
  let left = 1;
  for (const part of parts) left *= 1 - part;
  return up(100 * (1 - left));
}

function up(percent: number): number {
  return Math.max(0, Math.ceil(percent - 1e-9));
}

function level(score: number): string {
  const name = score < 20 ? 'VERY_LOW' : score < 40 ? 'LOW' : score < 60 ? 'MEDIUM' : score < 80 ? 'HIGH' : 'VERY_HIGH';
  return `LIKELIHOOD_LEVEL_${name}`;
}

/** Whole points by weight: each share rounded down, the rest to the largest remainders, the first category first. */
function split(points: number, weights: readonly number[]): number[] {
  const sum = total(weights, (weight) => weight);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (points * weight) / sum);
  const whole = exact.map((share) => Math.floor(share + 1e-9));
  const rest = (index: number) => (exact[index] ?? 0) - (whole[index] ?? 0);
  const order = [...exact.keys()].sort((a, b) => (Math.abs(rest(b) - rest(a)) > 1e-9 ? rest(b) - rest(a) : a - b));
  for (const index of order.slice(0, points - total(whole, (part) => part))) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}

function total<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}
