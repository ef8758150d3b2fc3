import { VendorGroupMembers, VendorGroupResponse } from '../vendor-group.dto';

export class RemoveVendorFromGroupRequest extends VendorGroupMembers {}

/** The group after the change. */
export class RemoveVendorFromGroupResponse extends VendorGroupResponse {}
