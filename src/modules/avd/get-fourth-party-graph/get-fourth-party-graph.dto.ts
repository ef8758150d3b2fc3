import { Bool, DomainList, Int32, Member, Members, NestedList, Text, TextList } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import {
  FOURTH_PARTY_CONFIDENCE,
  FOURTH_PARTY_CONNECTION_TYPE,
  FOURTH_PARTY_NODE_KIND,
  FOURTH_PARTY_STATUS,
  type FourthPartyConfidence,
  type FourthPartyConnectionType,
  type FourthPartyNodeKind,
  type FourthPartyStatus,
} from '../avd.enums';

export const DEFAULT_VENDORS = 60;
export const MAX_VENDORS = 200;

export class GetFourthPartyGraphRequest extends PageRequest {
  @Int32({
    min: 1,
    optional: true,
    example: DEFAULT_VENDORS,
    description: `Vendors shown: ${DEFAULT_VENDORS} when unset, at most ${MAX_VENDORS} (larger values are clamped). The vendors with the most connections to the page's fourth parties.`,
  })
  vendorLimit?: number;

  @Text({
    max: 200,
    trim: true,
    optional: true,
    example: 'cloud',
    description: "Part of the fourth party's domain or company name, case-insensitive.",
  })
  query?: string;

  @DomainList({ maxItems: 200, optional: true, description: 'Connections of these vendors.' })
  vendorDomains?: string[];

  @DomainList({ maxItems: 200, optional: true, description: 'Connections to these fourth parties.' })
  fourthPartyDomains?: string[];

  @Members(FOURTH_PARTY_STATUS, { optional: true, description: 'Unset: NEW and ACTIVE.' })
  statuses?: FourthPartyStatus[];

  @Members(FOURTH_PARTY_CONNECTION_TYPE, { optional: true, description: 'Connections of one of these types.' })
  connectionTypes?: FourthPartyConnectionType[];

  @TextList({ max: 64, maxItems: 200, optional: true, description: 'Vendors in one of these groups.' })
  vendorGroupIds?: string[];

  @Bool({ optional: true, description: 'Whether the fourth party itself is a vendor in your portfolio.' })
  isInDirectory?: boolean;
}

export class FourthPartyGraphNode {
  @Text({ max: 270, example: 'fourth-party:cloudflare.com' })
  id!: string;

  @Member(FOURTH_PARTY_NODE_KIND)
  kind!: FourthPartyNodeKind;

  @Text({ max: 253, example: 'cloudflare.com' })
  domain!: string;

  @Text({ max: 255, example: 'Cloudflare' })
  companyName!: string;

  @Int32({ example: 37, description: 'Connections that match the request, on all pages.' })
  connectionCount!: number;

  @Bool({ optional: true, description: 'Vendors only: critical business impact or risk level.' })
  isCritical?: boolean;

  @Int32({ optional: true, example: 5, description: 'Fourth parties only: connected vendors that are critical.' })
  criticalVendorCount?: number;

  @Int32({ optional: true, example: 1, description: 'Fourth parties only: open security events that name it as a victim.' })
  openSecurityEventCount?: number;

  @Bool({ optional: true, description: 'Fourth parties only: whether it is a vendor in your portfolio.' })
  isInDirectory?: boolean;
}

export class FourthPartyGraphEdge {
  @Text({ max: 270, example: 'vendor:acme.com', description: 'Id of the vendor.' })
  source!: string;

  @Text({ max: 270, example: 'fourth-party:cloudflare.com', description: 'Id of the fourth party.' })
  target!: string;

  @Member(FOURTH_PARTY_STATUS)
  status!: FourthPartyStatus;

  @Members(FOURTH_PARTY_CONNECTION_TYPE)
  connectionTypes!: FourthPartyConnectionType[];

  @Member(FOURTH_PARTY_CONFIDENCE)
  confidence!: FourthPartyConfidence;
}

export class GetFourthPartyGraphResponse {
  @NestedList(() => FourthPartyGraphNode, {
    maxItems: MAX_PAGE + MAX_VENDORS,
    description: 'Fourth parties by number of connections, then vendors.',
  })
  nodes!: FourthPartyGraphNode[];

  @NestedList(() => FourthPartyGraphEdge, {
    maxItems: MAX_PAGE * MAX_VENDORS,
    description: 'All edges between the nodes of this page.',
  })
  edges!: FourthPartyGraphEdge[];

  @Int32({ example: 58, description: 'Matching fourth parties.' })
  totalCount!: number;

  @Int32({ example: 80, description: "Vendors connected to this page's fourth parties, shown or not." })
  connectedVendorCount!: number;

  @Text({ max: 4096, optional: true, description: 'Continues with the next fourth parties. Absent on the last page.' })
  nextCursor?: string;
}
