import { Int32, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { VendorGroup } from '../vendor-group.dto';

export class GetVendorGroupsRequest extends PageRequest {
  @FieldNames(VendorGroup, ['id'], ['name', 'memberCount'])
  fields?: string[];
}

export class GetVendorGroupsResponse {
  @NestedList(() => VendorGroup, { maxItems: MAX_PAGE, description: 'Newest first.' })
  vendorGroups!: VendorGroup[];

  @Int32({ example: 4, description: 'Groups in the organization.' })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
