import { OBSERVATION_CATEGORY, OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { gradeOf, scoreVendor, type HarmCurve, type ScoreCell } from '#modules/scores/score-model';

const VENDORS_PER_HABIT = 200;

type Category = keyof typeof OBSERVATION_CATEGORY.stored;
type Severity = keyof typeof OBSERVATION_SEVERITY.stored;
type Kind = readonly [category: Category, severity: Severity, frequency: number];

/** What an external scan finds, with the share of sloppy vendors that have it: once per vendor. */
const VENDOR_CHECKS: readonly Kind[] = [
  ['EMAIL_SECURITY', 'MEDIUM', 0.5],
  ['EMAIL_SECURITY', 'MEDIUM', 0.7],
  ['EMAIL_SECURITY', 'LOW', 0.8],
  ['EMAIL_SECURITY', 'LOW', 0.6],
  ['EMAIL_SECURITY', 'INFO', 0.9],
  ['EMAIL_SECURITY', 'HIGH', 0.1],
  ['DNS_HEALTH', 'LOW', 0.9],
  ['DNS_HEALTH', 'LOW', 0.8],
  ['DNS_HEALTH', 'MEDIUM', 0.3],
  ['DNS_HEALTH', 'MEDIUM', 0.2],
  ['DNS_HEALTH', 'HIGH', 0.05],
  ['WEB_APPLICATION_SECURITY', 'INFO', 0.9],
];

/** The same, on each host of the vendor. */
const HOST_CHECKS: readonly Kind[] = [
  ['ENCRYPTION', 'MEDIUM', 0.6],
  ['ENCRYPTION', 'MEDIUM', 0.4],
  ['ENCRYPTION', 'LOW', 0.5],
  ['ENCRYPTION', 'HIGH', 0.12],
  ['WEB_APPLICATION_SECURITY', 'LOW', 0.9],
  ['WEB_APPLICATION_SECURITY', 'LOW', 0.7],
  ['WEB_APPLICATION_SECURITY', 'MEDIUM', 0.4],
  ['WEB_APPLICATION_SECURITY', 'MEDIUM', 0.2],
  ['WEB_APPLICATION_SECURITY', 'INFO', 0.8],
  ['PATCHING_CADENCE', 'MEDIUM', 0.3],
  ['ATTACK_SURFACE_EXPOSURE', 'INFO', 0.7],
  ['NETWORK_SECURITY', 'HIGH', 0.06],
  ['VULNERABILITY', 'HIGH', 0.08],
  ['VULNERABILITY', 'CRITICAL', 0.03],
  ['LEAKED_CREDENTIALS', 'HIGH', 0.05],
];

/** How often a vendor of this kind has a listed finding, as a multiple of its frequency. Serious findings are fixed sooner. */
const HABITS = [
  { name: 'exemplary', small: 0.05, grave: 0 },
  { name: 'careful', small: 0.25, grave: 0.05 },
  { name: 'usual', small: 0.5, grave: 0.2 },
  { name: 'sloppy', small: 1, grave: 0.8 },
  { name: 'negligent', small: 1.8, grave: 3 },
] as const;

export interface HabitScores {
  habit: string;
  /** Ascending. */
  scores: number[];
  grades: Record<string, number>;
}

/** Overall scores of the synthetic vendors of each kind. The same call always gives the same numbers. */
export function scorePopulation(curve: HarmCurve): HabitScores[] {
  const random = sequence(20_261_116);
  return HABITS.map(({ name, small, grave }) => {
    const scores = Array.from({ length: VENDORS_PER_HABIT }, () => scoreVendor(vendor(random, small, grave), curve).overallScore);
    const grades: Record<string, number> = { A: 0, B: 0, C: 0, D: 0, F: 0 };
    for (const score of scores) {
      const letter = gradeOf(score).slice(-1);
      grades[letter] = (grades[letter] ?? 0) + 1;
    }
    return { habit: name, scores: scores.sort((one, other) => one - other), grades };
  });
}

function vendor(random: () => number, small: number, grave: number): ScoreCell[] {
  const hosts = 1 + Math.floor(12 * random() ** 3); // most vendors show one or two hosts, a few a dozen
  const kinds = [...VENDOR_CHECKS, ...Array.from({ length: hosts }, () => HOST_CHECKS).flat()];
  return kinds.flatMap(([category, severity, frequency]) => {
    const share = severity === 'HIGH' || severity === 'CRITICAL' ? grave : small;
    return random() < frequency * share ? [cell(category, severity)] : [];
  });
}

function cell(category: Category, severity: Severity): ScoreCell {
  return {
    category: OBSERVATION_CATEGORY.stored[category],
    severity: OBSERVATION_SEVERITY.stored[severity],
    openCount: 1,
    knownExploitedCount: 0,
    ransomwareCount: 0,
  };
}

/** Pseudo-random numbers from 0 to 1 (mulberry32), so that the picture is the same everywhere. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
