import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Exports } from '#platform/export/exports';
import { textRows } from '#platform/export/row-writers';
import { readFilters } from '#platform/filters/read-filters';
import type { StreamedBody } from '#platform/http/streamed-body';
import { listedVendors } from '../listed-vendors';
import { VENDOR_FILTERS } from '../vendor-filters';
import { toVendor, VENDOR_COLUMNS } from '../vendor-row';
import { Vendor, VENDOR_IDS } from '../vendor.dto';
import type { ExportVendorsRequest } from './export-vendors.dto';

export class ExportVendors extends Query<StreamedBody<Vendor>> {
  constructor(
    readonly caller: Caller,
    readonly request: ExportVendorsRequest,
  ) {
    super();
  }
}

@QueryHandler(ExportVendors)
export class ExportVendorsHandler implements IQueryHandler<ExportVendors> {
  constructor(private readonly exports: Exports) {}

  execute({ caller, request }: ExportVendors): Promise<StreamedBody<Vendor>> {
    const { where, params } = listedVendors(caller, readFilters(request.filters, VENDOR_FILTERS), 2);
    const source = {
      name: 'vendors',
      resource: Vendor,
      ids: VENDOR_IDS,
      sql: `SELECT ${VENDOR_COLUMNS} FROM vendor v WHERE ${where}`,
      params: [caller.organizationId, ...params],
      writeRow: textRows((row) => JSON.stringify(toVendor(row, caller))),
    };
    return Promise.resolve(this.exports.start(caller, source, request));
  }
}
