import { EXAMPLE_ID } from '#platform/fields/example-ids';
import { Bool, DateTime, DomainList, Int32, Member, Members, Nested, NestedList, Text, TextList } from '#platform/fields/fields';
import {
  FOURTH_PARTY_CONFIDENCE,
  FOURTH_PARTY_CONNECTION_TYPE,
  FOURTH_PARTY_EVIDENCE_TYPE,
  FOURTH_PARTY_STATUS,
  type FourthPartyConfidence,
  type FourthPartyConnectionType,
  type FourthPartyEvidenceType,
  type FourthPartyStatus,
} from './avd.enums';

export const MAX_EVIDENCE = 10;

/** A vendor of the caller's portfolio. */
export class PortfolioVendor {
  @Text({ max: 36, example: EXAMPLE_ID })
  id!: string;

  @Text({ max: 253, example: 'acme.com' })
  domainName!: string;

  @Text({ max: 255, example: 'Acme' })
  companyName!: string;
}

export class FourthParty {
  @Text({ max: 253, example: 'cloudflare.com', description: 'The domain its customers know it by.' })
  domain!: string;

  @Text({ max: 255, example: 'Cloudflare' })
  companyName!: string;

  @Bool({ description: 'Whether a vendor with exactly this domain is in your portfolio.' })
  isInDirectory!: boolean;
}

export class FourthPartyEvidence {
  @Member(FOURTH_PARTY_EVIDENCE_TYPE)
  recordType!: FourthPartyEvidenceType;

  @Text({ max: 253, example: 'www.acme.com', description: "The vendor's host with the record, or the host of its page." })
  record!: string;

  @Text({ max: 512, example: 'acme.com.cdn.cloudflare.net' })
  value!: string;

  @TextList({
    max: 253,
    maxItems: 50,
    optional: true,
    description: 'Names between the record and the value: aliases or SPF includes.',
  })
  via?: string[];

  @DateTime()
  seenAt!: string;
}

/** One vendor's use of one fourth party. */
export class FourthPartyRelationship {
  @Nested(() => PortfolioVendor)
  vendor!: PortfolioVendor;

  @Nested(() => FourthParty)
  fourthParty!: FourthParty;

  @Member(FOURTH_PARTY_STATUS, {
    description: 'NEW: first seen in the last 30 days. INACTIVE: not seen in the latest detection of the vendor.',
  })
  status!: FourthPartyStatus;

  @Members(FOURTH_PARTY_CONNECTION_TYPE)
  connectionTypes!: FourthPartyConnectionType[];

  @TextList({ max: 80, maxItems: 100, example: ['Cloudflare CDN', 'Cloudflare DNS'] })
  products!: string[];

  @Member(FOURTH_PARTY_CONFIDENCE, { description: 'Confidence of the strongest evidence.' })
  confidence!: FourthPartyConfidence;

  @Int32({ example: 3, description: 'Stored pieces of evidence, at most 50 from DNS and 50 from pages.' })
  evidenceCount!: number;

  @NestedList(() => FourthPartyEvidence, { maxItems: MAX_EVIDENCE })
  evidence!: FourthPartyEvidence[];

  @DateTime()
  firstSeen!: string;

  @DateTime()
  lastSeen!: string;
}

/** Together they identify a relationship. */
export const RELATIONSHIP_IDS = ['vendor', 'fourthParty'] as const;

export class FirstSeenRange {
  @DateTime({ optional: true, description: 'Inclusive.' })
  startTime?: string;

  @DateTime({ optional: true, description: 'Exclusive.' })
  endTime?: string;
}

/** Filters are combined with AND, the entries of a list with OR. An empty list counts as unset. */
export class FourthPartyFilters {
  @Text({ max: 200, trim: true, optional: true, example: 'cloud', description: 'Part of a domain or company name, case-insensitive.' })
  query?: string;

  @DomainList({ maxItems: 200, optional: true, example: ['acme.com'] })
  vendorDomains?: string[];

  @DomainList({ maxItems: 200, optional: true, example: ['cloudflare.com'] })
  fourthPartyDomains?: string[];

  @Members(FOURTH_PARTY_STATUS, { optional: true })
  statuses?: FourthPartyStatus[];

  @Members(FOURTH_PARTY_CONNECTION_TYPE, { optional: true })
  connectionTypes?: FourthPartyConnectionType[];

  @TextList({ max: 64, maxItems: 200, optional: true, description: 'Vendors in one of these groups.' })
  vendorGroupIds?: string[];

  @Bool({ optional: true, description: 'Whether the fourth party itself is a vendor in your portfolio.' })
  isInDirectory?: boolean;

  @Nested(() => FirstSeenRange, { optional: true })
  firstSeenRange?: FirstSeenRange;
}
