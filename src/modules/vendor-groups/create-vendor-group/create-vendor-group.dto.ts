import { Text } from '#platform/fields/fields';
import { DESCRIPTION, NAME, VendorGroupResponse } from '../vendor-group.dto';

export class CreateVendorGroupRequest {
  @Text(NAME)
  name!: string;

  @Text({ ...DESCRIPTION, optional: true, description: 'Optional.' })
  description?: string;
}

export class CreateVendorGroupResponse extends VendorGroupResponse {}
