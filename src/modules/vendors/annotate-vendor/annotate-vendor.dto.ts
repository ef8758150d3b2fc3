import { Text } from '#platform/fields/fields';
import { Annotation } from '#shared/external-reference.dto';
import { VENDOR_PATH_ID, VendorResponse } from '../vendor.dto';

export class AnnotateVendorRequest extends Annotation {
  @Text(VENDOR_PATH_ID)
  id!: string;
}

export class AnnotateVendorResponse extends VendorResponse {}
