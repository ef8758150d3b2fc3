import { VendorPath, VendorResponse } from '../vendor.dto';

export class GetVendorRequest extends VendorPath {}

export class GetVendorResponse extends VendorResponse {}
