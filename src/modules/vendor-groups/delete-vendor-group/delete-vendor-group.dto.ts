import { VendorGroupPath, VendorGroupResponse } from '../vendor-group.dto';

export class DeleteVendorGroupRequest extends VendorGroupPath {}

/** The archived group. */
export class DeleteVendorGroupResponse extends VendorGroupResponse {}
