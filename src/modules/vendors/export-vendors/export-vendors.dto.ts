import { ExportRequest } from '#platform/export/export.dto';
import { Filters } from '#platform/filters/filter.dto';
import { FieldNames } from '#platform/paging/row-fields';
import { VENDOR_FILTERS } from '../vendor-filters';
import { Vendor, VENDOR_IDS } from '../vendor.dto';

export class ExportVendorsRequest extends ExportRequest {
  @Filters(VENDOR_FILTERS)
  filters?: unknown;

  @FieldNames(Vendor, VENDOR_IDS)
  fields?: string[];
}
