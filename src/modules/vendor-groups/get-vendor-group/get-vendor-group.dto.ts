import { VendorGroupPath, VendorGroupResponse } from '../vendor-group.dto';

export class GetVendorGroupRequest extends VendorGroupPath {}

export class GetVendorGroupResponse extends VendorGroupResponse {}
