import { comparableDomain } from '#platform/domains/domain-name';
import { Filters } from '#platform/filters/filter.dto';
import type { FieldCatalogue } from '#platform/filters/field-catalogue';
import { DateTime, Int32, Int64, Member, Nested, NestedList, Text, TextList } from '#platform/http/fields';
import { OBSERVATION_CATEGORY } from '#vocabulary/observation.enums';
import { LIKELIHOOD_LEVEL, SCORE_GRADE, UNSCORED_REASON, type UnscoredReason } from '../score.enums';
import { SeverityCounts } from '#vocabulary/severity-counts.dto';

const MAX_DOMAINS = 200;
/** Of all rules in total. */
const MAX_ANSWERS = MAX_DOMAINS * 20;

/** Vendors are selected by domain only. */
export const SCORED_VENDORS: FieldCatalogue = {
  form: 'observationsField',
  limits: { maxDepth: 1, maxRules: 20, maxListEntries: MAX_DOMAINS, rulesOnly: true },
  fields: { OBSERVATIONS_FIELD_VENDOR: { type: 'keyword', column: 'party_domain', parse: comparableDomain, example: 'acme-cloud.com' } },
};

export class GetVendorScoresRequest {
  @Filters(SCORED_VENDORS, { optional: false })
  filters!: unknown;
}

export class ScoreFactor {
  @Member(OBSERVATION_CATEGORY) category!: string;
  @Int32({ max: 100, example: 84, description: '0 to 100, higher is safer.' }) score!: number;
  @Int64({ example: '7' }) openCount!: string;
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
  @Int32({ min: -100, max: 100, optional: true, example: -4, description: 'Change since 30 days ago; absent if there was no score then.' })
  scoreChange30d?: number;
  @DateTime() calculatedAt!: string;
}

export class UnscoredVendor {
  @Text({ max: 253, example: 'acme-cloud.com' }) vendorDomain!: string;
  @Member(UNSCORED_REASON, { description: 'NOT_YET_OBSERVED: monitored, but nothing has been reported about it so far.' })
  reason!: UnscoredReason;
}

export class GetVendorScoresResponse {
  @NestedList(() => VendorScoreRecord, { maxItems: MAX_ANSWERS })
  vendorScores!: VendorScoreRecord[];

  @NestedList(() => UnscoredVendor, { maxItems: MAX_ANSWERS, description: 'Vendors of the directory, or own domains, without a score.' })
  unscoredVendors!: UnscoredVendor[];

  @TextList({ max: 253, maxItems: MAX_ANSWERS, description: 'Neither vendors of the directory nor own domains.' })
  notFoundDomains!: string[];
}
