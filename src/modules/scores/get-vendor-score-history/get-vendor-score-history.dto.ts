import { DateTime, DomainList, Int32, Member, Nested, NestedList, Text, TextList } from '#platform/fields/fields';
import { OBSERVATION_CATEGORY } from '#shared/observation.enums';
import { SCORE_GRADE } from '../score.enums';
import { MAX_MOVERS } from '../score-movers';

export const MAX_VENDORS = 50;
export const MAX_DAYS = 366;
export const DEFAULT_DAYS = 30;

export class ScoreHistoryRange {
  @DateTime({ optional: true, description: `Inclusive. Unset: ${DEFAULT_DAYS} days before the end.` })
  startTime?: string;

  @DateTime({ optional: true, description: 'Exclusive. Unset: now.' })
  endTime?: string;
}

export class GetVendorScoreHistoryRequest {
  @DomainList({ maxItems: MAX_VENDORS, minItems: 1, example: ['cobaltpayments.com', 'payrollharbor.com'] })
  vendorDomains!: string[];

  @Nested(() => ScoreHistoryRange, {
    optional: true,
    description: `Every UTC day that the range touches, at most ${MAX_DAYS} days. Unset: the last ${DEFAULT_DAYS} days.`,
  })
  range?: ScoreHistoryRange;
}

export class ScoreMover {
  @Member(OBSERVATION_CATEGORY) category!: string;
  @Int32({ max: 100, example: 61, description: 'Score of the category at the end of the day, higher is safer.' }) score!: number;
  @Int32({ min: -100, max: 100, example: -23, description: 'Compared with the end of the previous day.' }) scoreChange!: number;
}

export class ScoreDay {
  @Text({ max: 10, format: 'date', example: '2026-11-16', description: 'A UTC day.' }) date!: string;
  @Int32({ max: 100, example: 73, description: 'At the end of the day. 0 to 100, higher is safer.' }) overallScore!: number;
  @Member(SCORE_GRADE) overallGrade!: string;
  @Int32({ max: 100, example: 41, description: '0 to 100, higher is worse.' }) breachLikelihoodScore!: number;
  @Int32({ max: 100, example: 22, description: '0 to 100, higher is worse.' }) ransomwareScore!: number;
  @Int32({ example: 3, description: 'Observations that were new or open again on that day.' }) openedCount!: number;
  @Int32({ example: 1, description: 'Observations that were resolved or excluded on that day.' }) resolvedCount!: number;
  @NestedList(() => ScoreMover, {
    maxItems: MAX_MOVERS,
    description: 'The categories that moved the overall score most, the largest effect first. Empty on days without a change.',
  })
  movers!: ScoreMover[];
}

export class VendorScoreHistory {
  @Text({ max: 253, example: 'acme-cloud.com' }) vendorDomain!: string;
  @NestedList(() => ScoreDay, {
    maxItems: MAX_DAYS,
    description: 'Oldest first. Days before the first score, and days on which the vendor was not monitored, are left out.',
  })
  days!: ScoreDay[];
}

export class GetVendorScoreHistoryResponse {
  @NestedList(() => VendorScoreHistory, { maxItems: MAX_VENDORS, description: 'By domain.' })
  histories!: VendorScoreHistory[];

  @TextList({ max: 253, maxItems: MAX_VENDORS, description: 'Neither vendors of the directory nor own domains.' })
  notFoundDomains!: string[];
}
