import { Injectable } from '@nestjs/common';
import { References } from '#platform/mcp/references';
import { OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { LIKELIHOOD_LEVEL, SCORE_GRADE } from './score.enums';
import { SCORE_MODEL } from './score-model';

/** Explains the scoring model to agents, with the numbers of the model itself. */
@Injectable()
export class ScoringReference {
  constructor(references: References) {
    references.add({ topic: 'scoring', title: 'How vendors are scored', text: scoringText() });
  }
}

export function scoringText(): string {
  const { severityBurden, knownExploitedBurden, ransomwareBurden, halfBurden, weights, knownExploited, ransomwareUse, grades, levels } =
    SCORE_MODEL;
  const burdens = OBSERVATION_SEVERITY.short.map((name, index) => `${name} ${severityBurden[index] ?? 0}`).join(', ');
  return [
    'All scores are whole numbers from 0 to 100. overallScore: higher is safer. breachLikelihoodScore and ransomwareScore: higher is worse. Only open observations of monitored vendors count.',
    `1. Burden of a category: the sum over its open observations of ${burdens}; ${knownExploitedBurden} more when known to be exploited, ${ransomwareBurden} more when used by ransomware.`,
    `2. Harm of a category: burden / (burden + ${halfBurden}), so the first observations count most.`,
    '3. Each category takes its harm times its weight, in per cent, of what the others leave. overallScore is what is left of 100; the likelihoods are what was taken.',
    `4. Likelihoods also rise with the number n of exploited weaknesses: breach by ${knownExploited.breach.weight}% * n / (n + ${knownExploited.breach.half}), ransomware by ${knownExploited.ransomware.weight}% * n / (n + ${knownExploited.ransomware.half}), and by ${ransomwareUse.ransomware.weight}% * r / (r + ${ransomwareUse.ransomware.half}) for r used by ransomware.`,
    '',
    '| Category | overall | breach | ransomware |',
    '|---|---|---|---|',
    ...Object.entries(weights).map(([name, weight]) => `| ${name} | ${weight.overall} | ${weight.breach} | ${weight.ransomware} |`),
    '',
    `Grades: ${SCORE_GRADE.short.map((name, index) => `${name} from ${grades[index] ?? 0}`).join(', ')}.`,
    `Levels: ${LIKELIHOOD_LEVEL.short.map((name, index) => `${name} up to ${levels[index] ?? 100}`).join(', ')}.`,
    'A vendor without a score is not monitored, or nothing has been reported about it yet.',
  ].join('\n');
}
