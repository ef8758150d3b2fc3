import { Bool, Domain, Int32, Members, Nested, NestedList, Num, Text, TextList } from '#platform/fields/fields';
import { FOURTH_PARTY_CONNECTION_TYPE, type FourthPartyConnectionType } from '#modules/avd/avd.enums';
import { FourthParty } from '#modules/avd/fourth-party.dto';

export const MAX_SHOWN = 50;

export class GetFourthPartyOutageRequest {
  @Domain({ trim: true, example: 'google.com', description: 'Domain of the fourth party.' })
  fourthPartyDomain!: string;
}

export class DependentVendor {
  @Text({ max: 253, example: 'acme.com' }) vendorDomain!: string;
  @Text({ max: 255, example: 'Acme' }) companyName!: string;
  @Bool({ description: 'Critical business impact or risk level.' }) isCritical!: boolean;
  @Members(FOURTH_PARTY_CONNECTION_TYPE, { description: 'What it uses the fourth party for.' })
  connectionTypes!: FourthPartyConnectionType[];
}

export class GetFourthPartyOutageResponse {
  @Nested(() => FourthParty)
  fourthParty!: FourthParty;

  @Int32({ example: 37, description: 'Vendors of the portfolio that use it now.' })
  connectedVendorCount!: number;

  @Num({ min: 0, max: 100, example: 46.25 })
  percentOfPortfolio!: number;

  @Int32({ example: 5 })
  criticalVendorCount!: number;

  @Int32({ example: 1, description: 'Open security events that name it as a victim.' })
  openSecurityEventCount!: number;

  @TextList({ max: 80, maxItems: 100, example: ['Google Workspace'] })
  products!: string[];

  @NestedList(() => DependentVendor, { maxItems: MAX_SHOWN, description: `Critical ones first, the first ${MAX_SHOWN}.` })
  vendors!: DependentVendor[];
}
