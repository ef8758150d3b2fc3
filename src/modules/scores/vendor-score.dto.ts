import { DateTime, Int32, Int64, Member, Nested, NestedList, Text } from '#platform/fields/fields';
import { OBSERVATION_CATEGORY } from '#shared/observation.enums';
import { SeverityCounts } from '#shared/severity-counts.dto';
import { LIKELIHOOD_LEVEL, SCORE_GRADE } from './score.enums';

export class CostlyGroup {
  @Text({ max: 1024, example: 'orn:1:observation-group:vrm:CVE-2021-44228:northwind-insurance.com' }) groupOrn!: string;
  @Text({ max: 500, example: 'CVE-2021-44228' }) title!: string;
  @Int64({
    example: '3',
    description: 'Open observations of the vendor in this category; one with several CVEs counts in the group of its first.',
  })
  observationCount!: string;
  @Int32({ max: 100, example: 5, description: 'Its share of the points of the category, by burden.' }) pointsLost!: number;
}

export class ScoreFactor {
  @Member(OBSERVATION_CATEGORY) category!: string;
  @Int32({ max: 100, example: 84, description: '0 to 100, higher is safer.' }) score!: number;
  @Int64({ example: '7' }) openCount!: string;
  @Int32({
    max: 100,
    example: 9,
    description: 'Points of the overall score lost to this category. All categories add up to 100 minus the overall score.',
  })
  pointsLost!: number;
  @NestedList(() => CostlyGroup, { maxItems: 3, description: 'The groups that cost most, the costliest first.' })
  costliestGroups!: CostlyGroup[];
}

export class VendorScoreRecord {
  @Text({ max: 253, example: 'acme-cloud.com' }) vendorDomain!: string;
  @Text({ max: 36, optional: true, description: 'Vendor.id.' }) vendorId?: string;
  @Text({ max: 255, optional: true }) companyName?: string;
  @Int32({ max: 100, example: 73, description: '0 to 100, higher is safer.' }) overallScore!: number;
  @Member(SCORE_GRADE) overallGrade!: string;
  @Int32({ max: 100, example: 41, description: '0 to 100, higher is worse.' }) breachLikelihoodScore!: number;
  @Member(LIKELIHOOD_LEVEL) breachLikelihoodLevel!: string;
  @Int32({ max: 100, example: 22, description: '0 to 100, higher is worse.' }) ransomwareScore!: number;
  @Member(LIKELIHOOD_LEVEL) ransomwareLevel!: string;
  @Nested(() => SeverityCounts) openObservationCounts!: SeverityCounts;
  @NestedList(() => ScoreFactor, { maxItems: 14 }) factors!: ScoreFactor[];
  @Int32({ min: -100, max: 100, optional: true, example: -4, description: 'Compared with the score of 30 days ago, if there was one.' })
  scoreChange30d?: number;
  @DateTime() calculatedAt!: string;
}
