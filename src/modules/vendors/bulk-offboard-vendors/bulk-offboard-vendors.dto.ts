import { Text } from '#platform/fields/fields';
import { BulkVendorIdResponse, BulkVendorIds } from '../bulk.dto';

export class BulkOffboardVendorsRequest extends BulkVendorIds {
  @Text({ max: 1024, optional: true, example: 'Contract ended', description: 'Reason; stored with each vendor that this call offboards.' })
  reason?: string;
}

export class BulkOffboardVendorsResponse extends BulkVendorIdResponse {}
