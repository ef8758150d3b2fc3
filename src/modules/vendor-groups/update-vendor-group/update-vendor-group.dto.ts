import { Text } from '#platform/fields/fields';
import { DESCRIPTION, NAME, VendorGroupPath, VendorGroupResponse } from '../vendor-group.dto';

export class UpdateVendorGroupRequest extends VendorGroupPath {
  @Text({ ...NAME, min: 1, optional: true, description: 'Absent: unchanged.' })
  name?: string;

  @Text({ ...DESCRIPTION, nullable: true, description: 'Absent: unchanged. null: removes the description.' })
  description?: string | null;
}

export class UpdateVendorGroupResponse extends VendorGroupResponse {}
