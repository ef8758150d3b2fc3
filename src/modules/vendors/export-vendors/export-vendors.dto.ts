import { ExportRequest, FieldNames } from '#platform/export/export.dto';
import { Filters } from '#platform/filters/filter.dto';
import { VENDOR_FILTERS } from '../vendor-filters';
import { Vendor } from '../vendor.dto';

export const VENDOR_IDS = ['id'] as const;

export class ExportVendorsRequest extends ExportRequest {
  @Filters(VENDOR_FILTERS)
  filters?: unknown;

  @FieldNames(Vendor, VENDOR_IDS)
  fields?: string[];
}
