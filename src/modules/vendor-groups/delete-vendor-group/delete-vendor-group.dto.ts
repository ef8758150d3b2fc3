import { VendorGroupPath, VendorGroupResponse } from '../vendor-group.dto';

export class DeleteVendorGroupRequest extends VendorGroupPath {}

/** The group as it was archived. */
export class DeleteVendorGroupResponse extends VendorGroupResponse {}
