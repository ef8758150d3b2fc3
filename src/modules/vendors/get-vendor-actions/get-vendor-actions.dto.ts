import { Int32, NestedList, Text } from '#platform/fields/fields';
import { MAX_PAGE, PageRequest } from '#platform/paging/page.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { VendorAction } from '../vendor-action.dto';
import { VENDOR_PATH_ID } from '../vendor.dto';

export class GetVendorActionsRequest extends PageRequest {
  @Text(VENDOR_PATH_ID)
  id!: string;

  @FieldNames(VendorAction, ['id'], ['actionType', 'occurredAt', 'actor', 'comment'])
  fields?: string[];
}

export class GetVendorActionsResponse {
  @NestedList(() => VendorAction, { maxItems: MAX_PAGE, description: 'Newest first.' })
  actions!: VendorAction[];

  @Int32({ example: 3 })
  totalCount!: number;

  @Text({ max: 4096, optional: true, description: 'Absent on the last page.' })
  nextCursor?: string;
}
