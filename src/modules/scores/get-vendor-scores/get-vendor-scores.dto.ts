import { comparableDomain } from '#platform/domains/domain-name';
import { Filters } from '#platform/filters/filter.dto';
import type { FieldCatalogue } from '#platform/filters/field-catalogue';
import { Member, NestedList, Text, TextList } from '#platform/fields/fields';
import { FieldNames } from '#platform/paging/row-fields';
import { UNSCORED_REASON, type UnscoredReason } from '../score.enums';
import { VendorScoreRecord } from '../vendor-score.dto';

const MAX_DOMAINS = 200;
/** Over all rules. */
const MAX_ANSWERS = MAX_DOMAINS * 20;

/** Vendors are selected by domain only. */
export const SCORED_VENDORS: FieldCatalogue = {
  name: 'ScoredVendorFilter',
  form: 'observationsField',
  limits: { maxDepth: 1, maxRules: 20, maxListEntries: MAX_DOMAINS, rulesOnly: true },
  fields: { OBSERVATIONS_FIELD_VENDOR: { type: 'keyword', column: 'party_domain', parse: comparableDomain, example: 'acme-cloud.com' } },
};

export class GetVendorScoresRequest {
  @Filters(SCORED_VENDORS, { optional: false })
  filters!: unknown;

  @FieldNames(
    VendorScoreRecord,
    ['vendorDomain'],
    ['companyName', 'overallScore', 'overallGrade', 'breachLikelihoodLevel', 'ransomwareLevel', 'openObservationCounts', 'scoreChange30d'],
  )
  fields?: string[];
}

export class UnscoredVendor {
  @Text({ max: 253, example: 'acme-cloud.com' }) vendorDomain!: string;
  @Member(UNSCORED_REASON, {
    description:
      'NOT_YET_OBSERVED: monitored, but nothing has been reported about it so far. NOT_ENTITLED: a vendor, and the organization has no active VRM entitlement.',
  })
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
