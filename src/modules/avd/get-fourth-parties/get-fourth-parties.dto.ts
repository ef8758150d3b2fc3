import { Int32, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE } from '#platform/paging/page.dto';
import { FourthPartyRelationship } from '../fourth-party.dto';
import { RelationshipPageRequest } from '../relationship-page.dto';

export class GetFourthPartiesRequest extends RelationshipPageRequest {}

export class GetFourthPartiesResponse {
  @NestedList(() => FourthPartyRelationship, { maxItems: MAX_PAGE })
  fourthParties!: FourthPartyRelationship[];

  @Int32({ example: 212, description: 'Matching relationships.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
