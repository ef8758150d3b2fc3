import { Bool, Domain, Int32, Int64, Member, Nested, NestedList, Text } from '#platform/fields/fields';
import { OBSERVATION_SEVERITY } from '#shared/observation.enums';
import { MAX_EXACT_GROUPS, MAX_STEPS } from '../score-plan';
import { SCORE_GRADE, type ScoreGrade } from '../score.enums';

export class GetScorePlanRequest {
  @Domain({ example: 'payrollharbor.com' })
  vendorDomain!: string;

  @Member(SCORE_GRADE, { optional: true, description: 'The lowest score of this grade is the target. Not with targetScore.' })
  targetGrade?: ScoreGrade;

  @Int32({
    max: 100,
    optional: true,
    example: 80,
    description: 'Not with targetGrade. Without a target, the plan lists all groups in order of gain.',
  })
  targetScore?: number;
}

export class ScorePlanStep {
  @Text({ max: 1024, example: 'orn:1:observation-group:vrm:CVE-2021-44228:northwind-insurance.com' }) groupOrn!: string;
  @Text({ max: 500, example: 'CVE-2021-44228' }) title!: string;
  @Member(OBSERVATION_SEVERITY, { description: 'The highest of its observations at this vendor.' }) severity!: string;
  @Int64({ example: '3', description: 'Open observations of the vendor; one with several CVEs counts in the group of its first.' })
  observationCount!: string;
  @Int32({ max: 100, example: 81, description: 'The overall score once this group and those before it are resolved.' }) scoreAfter!: number;
  @Member(SCORE_GRADE) gradeAfter!: string;
}

export class ScorePlan {
  @Int32({ max: 100, example: 62 }) currentScore!: number;
  @Member(SCORE_GRADE) currentGrade!: string;
  @Int32({ max: 100, optional: true, example: 80, description: 'Absent without a target.' }) targetScore?: number;
  @Bool({ description: `Whether these steps reach the target; there are at most ${MAX_STEPS}. True without a target.` })
  isReachable!: boolean;
  @NestedList(() => ScorePlanStep, {
    maxItems: MAX_STEPS,
    description: `The fewest groups if the vendor has at most ${MAX_EXACT_GROUPS}; beyond that, in each step the group with the largest gain.`,
  })
  steps!: ScorePlanStep[];
}

export class GetScorePlanResponse {
  @Nested(() => ScorePlan)
  plan!: ScorePlan;
}
