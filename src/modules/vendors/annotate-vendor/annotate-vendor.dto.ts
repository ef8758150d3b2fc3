import { Text } from '#platform/http/fields';
import { Annotation } from '#vocabulary/external-reference.dto';
import { VENDOR_PATH_ID, VendorResponse } from '../vendor.dto';

export class AnnotateVendorRequest extends Annotation {
  @Text(VENDOR_PATH_ID)
  id!: string;
}

export class AnnotateVendorResponse extends VendorResponse {}
