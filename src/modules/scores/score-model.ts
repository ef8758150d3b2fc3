import { OBSERVATION_CATEGORY, type ObservationCategory } from '#shared/observation.enums';
import { apportion } from './apportion';
import { LIKELIHOOD_LEVEL, SCORE_GRADE, type LikelihoodLevel, type ScoreGrade } from './score.enums';

/** The open observations of one vendor that share a category and a severity, both as stored numbers. */
export interface ScoreCell {
  category: number;
  severity: number;
  openCount: number;
  /** How many of them are known to be exploited, and how many of those by ransomware. */
  knownExploitedCount: number;
  ransomwareCount: number;
}

/** A cell as the statements return it. */
export type CellRow = [category: number, severity: number, open: number, exploited: number, ransomware: number];

export function toCell([category, severity, openCount, knownExploitedCount, ransomwareCount]: CellRow): ScoreCell {
  return { category, severity, openCount, knownExploitedCount, ransomwareCount };
}

interface ScoreFactor {
  category: ObservationCategory;
  /** 0 to 100, higher is safer. */
  score: number;
  openCount: number;
  /** Its part of the points that the overall score has lost. All parts add up to 100 minus the overall score. */
  pointsLost: number;
}

/** What the score needs to know of the open observations of one category. */
export interface CategoryTotal {
  burden: number;
  /** 1 to 5; 0 without open observations. */
  highestSeverity: number;
}

export interface VendorScore {
  /** 0 to 100, higher is safer. */
  overallScore: number;
  overallGrade: ScoreGrade;
  /** 0 to 100, higher is worse, as is the ransomware score. */
  breachLikelihoodScore: number;
  breachLikelihoodLevel: LikelihoodLevel;
  ransomwareScore: number;
  ransomwareLevel: LikelihoodLevel;
  /** Every category, in the order of the enumeration. */
  factors: ScoreFactor[];
}

/** How burden turns into harm. */
export interface HarmCurve {
  /** The burden at which a category reaches half of what its most severe observation allows. */
  halfBurden: number;
  /** The maximum harm of a category, in per cent, by its most severe open observation: INFO, LOW, MEDIUM, HIGH, CRITICAL. */
  harmLimits: readonly number[];
}

/** Every number of the model; docs/scoring.md gives the reasons, and a spec compares the two. */
export const SCORE_MODEL = {
  /** Raised with every change of the numbers: scores of different editions are not compared. */
  edition: 2,
  /** Burden of one open observation: INFO, LOW, MEDIUM, HIGH, CRITICAL. */
  severityBurden: [0, 1, 4, 15, 45],
  knownExploitedBurden: 45,
  ransomwareBurden: 45,
  halfBurden: 30,
  harmLimits: [0, 30, 60, 90, 100],
  /** The maximum that one category can subtract from the overall score and add to the two likelihoods, in per cent. */
  weights: {
    VULNERABILITY: { overall: 60, breach: 35, ransomware: 20 },
    PATCHING_CADENCE: { overall: 30, breach: 15, ransomware: 20 },
    NETWORK_SECURITY: { overall: 45, breach: 20, ransomware: 35 },
    WEB_APPLICATION_SECURITY: { overall: 40, breach: 25, ransomware: 10 },
    ENCRYPTION: { overall: 25, breach: 5, ransomware: 0 },
    DNS_HEALTH: { overall: 20, breach: 5, ransomware: 0 },
    EMAIL_SECURITY: { overall: 30, breach: 10, ransomware: 20 },
    ENDPOINT_SECURITY: { overall: 35, breach: 20, ransomware: 25 },
    IP_REPUTATION: { overall: 30, breach: 10, ransomware: 10 },
    MALWARE_INFECTION: { overall: 60, breach: 40, ransomware: 45 },
    LEAKED_CREDENTIALS: { overall: 50, breach: 40, ransomware: 40 },
    DATA_LEAK: { overall: 55, breach: 45, ransomware: 5 },
    ATTACK_SURFACE_EXPOSURE: { overall: 35, breach: 25, ransomware: 35 },
    CLOUD_MISCONFIGURATION: { overall: 40, breach: 30, ransomware: 10 },
  },
  /** What exploited vulnerabilities of all categories add to a likelihood: at most `weight` per cent, half of it at the count `half`. */
  knownExploited: { breach: { weight: 70, half: 1 }, ransomware: { weight: 40, half: 2 } },
  ransomwareUse: { ransomware: { weight: 70, half: 1 } },
  /** Lowest score of A, B, C, D; below is F. */
  grades: [90, 80, 70, 60],
  /** Highest score of VERY_LOW, LOW, MEDIUM, HIGH; above is VERY_HIGH. */
  levels: [19, 39, 59, 79],
} as const;

/**
 * Scores one vendor. Counts are summed before any division, so neither the order nor the splitting of the cells matters.
 * Every step is monotonic in every count and severity: one more open observation cannot improve any score.
 */
export function scoreVendor(cells: readonly ScoreCell[], curve: HarmCurve = SCORE_MODEL): VendorScore {
  const totals = OBSERVATION_CATEGORY.short.map(() => ({ burden: 0, highestSeverity: 0, openCount: 0 }));
  let exploited = 0;
  let ransomware = 0;
  for (const cell of cells) {
    const total = totals[cell.category - 1];
    if (total === undefined) throw new Error(`No observation category has the number ${cell.category}.`);
    total.burden += burdenOf(cell);
    total.highestSeverity = Math.max(total.highestSeverity, highestSeverityOf(cell));
    total.openCount += cell.openCount;
    exploited += cell.knownExploitedCount;
    ransomware += cell.ransomwareCount;
  }

  const { weights, knownExploited, ransomwareUse } = SCORE_MODEL;
  const harms = OBSERVATION_CATEGORY.short.map((name, index) => {
    const total = totals[index] as (typeof totals)[number];
    return { name, openCount: total.openCount, harm: harmOf(total, curve), weight: weights[name] };
  });

  const overallScore = 100 - combined(harms.map(({ harm, weight }) => harm * weight.overall));
  // Logarithms turn what each category leaves of the score into parts that add up.
  const pointsLost = apportion(
    100 - overallScore,
    harms.map(({ harm, weight }) => -Math.log1p((-harm * weight.overall) / 100)),
  );
  const breachLikelihoodScore = combined([
    ...harms.map(({ harm, weight }) => harm * weight.breach),
    share(exploited, knownExploited.breach.half) * knownExploited.breach.weight,
  ]);
  const ransomwareScore = combined([
    ...harms.map(({ harm, weight }) => harm * weight.ransomware),
    share(exploited, knownExploited.ransomware.half) * knownExploited.ransomware.weight,
    share(ransomware, ransomwareUse.ransomware.half) * ransomwareUse.ransomware.weight,
  ]);
  return {
    overallScore,
    overallGrade: gradeOf(overallScore),
    breachLikelihoodScore,
    breachLikelihoodLevel: levelOf(breachLikelihoodScore),
    ransomwareScore,
    ransomwareLevel: levelOf(ransomwareScore),
    factors: harms.map(({ name, openCount, harm }, index) => ({
      category: `OBSERVATION_CATEGORY_${name}`,
      score: 100 - roundedUp(100 * harm),
      openCount,
      pointsLost: pointsLost[index] as number,
    })),
  };
}

/** The share of the overall score that one category leaves, from 0 to 1. The product of all categories is the score. */
export function leftBy(category: number, total: CategoryTotal): number {
  const name = OBSERVATION_CATEGORY.short[category - 1] as keyof typeof SCORE_MODEL.weights;
  return 1 - (harmOf(total, SCORE_MODEL) * SCORE_MODEL.weights[name].overall) / 100;
}

export function scoreOfLeft(left: number): number {
  return 100 - roundedUp(100 * (1 - left));
}

function harmOf({ burden, highestSeverity }: CategoryTotal, curve: HarmCurve): number {
  return share(burden, curve.halfBurden) * ((curve.harmLimits[highestSeverity - 1] ?? 0) / 100);
}

export function gradeOf(score: number): ScoreGrade {
  const place = SCORE_MODEL.grades.findIndex((lowest) => score >= lowest);
  return SCORE_GRADE.members[place < 0 ? SCORE_MODEL.grades.length : place] as ScoreGrade;
}

/** The lowest score of a grade. */
export function lowestOf(grade: ScoreGrade): number {
  return SCORE_MODEL.grades[SCORE_GRADE.members.indexOf(grade)] ?? 0;
}

export function levelOf(score: number): LikelihoodLevel {
  const place = SCORE_MODEL.levels.findIndex((highest) => score <= highest);
  return LIKELIHOOD_LEVEL.members[place < 0 ? SCORE_MODEL.levels.length : place] as LikelihoodLevel;
}

export function burdenOf({ severity, openCount, knownExploitedCount, ransomwareCount }: ScoreCell): number {
  const each = SCORE_MODEL.severityBurden[severity - 1];
  if (each === undefined) throw new Error(`No observation severity has the number ${severity}.`);
  return openCount * each + knownExploitedCount * SCORE_MODEL.knownExploitedBurden + ransomwareCount * SCORE_MODEL.ransomwareBurden;
}

/** The severity that limits the harm: attackers already use an exploited weakness, so it counts as critical. */
export function highestSeverityOf({ severity, openCount, knownExploitedCount, ransomwareCount }: ScoreCell): number {
  if (knownExploitedCount > 0 || ransomwareCount > 0) return SCORE_MODEL.severityBurden.length;
  return openCount > 0 ? severity : 0;
}

/** Rises from 0 towards 1, with 0.5 at `half`: the first observations count most, and every one counts. */
function share(amount: number, half: number): number {
  return amount / (amount + half);
}

/** Combines harms in per cent: each takes its share of what the others leave. */
function combined(harms: readonly number[]): number {
  return roundedUp(100 * (1 - harms.reduce((left, harm) => left * (1 - harm / 100), 1)));
}

/**
 * Rounds against the vendor, so that only a vendor without relevant open observations has a perfect score; the epsilon
 * absorbs floating-point errors.
 */
function roundedUp(percent: number): number {
  return Math.max(0, Math.ceil(percent - 1e-9));
}
