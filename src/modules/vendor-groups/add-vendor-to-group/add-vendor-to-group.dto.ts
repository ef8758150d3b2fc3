import { VendorGroupMembers, VendorGroupResponse } from '../vendor-group.dto';

export class AddVendorToGroupRequest extends VendorGroupMembers {}

/** The group after the change. */
export class AddVendorToGroupResponse extends VendorGroupResponse {}
