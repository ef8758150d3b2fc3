import { DateTime, Domain, Int32, Member, Nested, NestedList } from '#platform/fields/fields';
import { FOURTH_PARTY_CONNECTION_TYPE, type FourthPartyConnectionType } from '../avd.enums';
import { PortfolioVendor } from '../fourth-party.dto';

export class GetVendorSummaryRequest {
  @Domain({ trim: true, example: 'acme.com', description: 'Domain of a vendor in the portfolio.' })
  vendorDomain!: string;

  @Int32({
    min: 1,
    max: 365,
    optional: true,
    example: 90,
    description:
      'Count only relationships seen in the last days, this many. Unset: all time. lastDetectionAt shows whether there was a detection in that time.',
  })
  lookbackDays?: number;
}

export class FourthPartyCounts {
  @Int32({ example: 14, description: 'The sum of new, active and inactive.' }) total!: number;
  @Int32({ example: 2, description: 'First seen in the last 30 days.' }) new!: number;
  @Int32({ example: 11 }) active!: number;
  @Int32({ example: 1, description: 'Not seen in the latest detection.' }) inactive!: number;
}

export class ConnectionTypeCount {
  @Member(FOURTH_PARTY_CONNECTION_TYPE) connectionType!: FourthPartyConnectionType;
  @Int32({ example: 3, description: 'New and active fourth parties with this connection type. A fourth party can have several.' })
  count!: number;
}

export class VendorFourthPartySummary {
  @Nested(() => PortfolioVendor)
  vendor!: PortfolioVendor;

  @Nested(() => FourthPartyCounts)
  fourthPartyCounts!: FourthPartyCounts;

  @Int32({ example: 41, description: 'Other vendors of the portfolio that share a new or active fourth party with this one.' })
  companyConnectionCount!: number;

  @Int32({ example: 6, description: 'New and active fourth parties that other vendors of the portfolio use too.' })
  sharedFourthPartyCount!: number;

  @NestedList(() => ConnectionTypeCount, { maxItems: FOURTH_PARTY_CONNECTION_TYPE.members.length, description: 'Only types that occur.' })
  countsByConnectionType!: ConnectionTypeCount[];

  @DateTime({ optional: true, description: 'Time of the latest imported record of the vendor; absent if there is none.' })
  lastDetectionAt?: string;
}

export class GetVendorSummaryResponse {
  @Nested(() => VendorFourthPartySummary)
  summary!: VendorFourthPartySummary;
}
