import { BulkVendorIdResponse, BulkVendorIds } from '../bulk.dto';

export class BulkDeleteVendorsRequest extends BulkVendorIds {}

export class BulkDeleteVendorsResponse extends BulkVendorIdResponse {}
