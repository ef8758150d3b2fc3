import { Domain, Int32, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE } from '#platform/paging/page.dto';
import { FourthPartyRelationship } from '../fourth-party.dto';
import { RelationshipPageRequest } from '../relationship-page.dto';

export class GetFourthPartyVendorsRequest extends RelationshipPageRequest {
  @Domain({ trim: true, example: 'cloudflare.com', description: 'Domain of the fourth party.' })
  fourthPartyDomain!: string;
}

export class GetFourthPartyVendorsResponse {
  @NestedList(() => FourthPartyRelationship, { maxItems: MAX_PAGE, description: 'Each vendor with its use of the fourth party.' })
  vendors!: FourthPartyRelationship[];

  @Int32({ example: 37, description: 'Matching vendors.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
