import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/auth/caller';
import { Database } from '#platform/database/database';
import { compileFilter, fingerprintFilters } from '#platform/filters/compile-filter';
import type { FilterList } from '#platform/filters/filter-tree';
import { readFilters } from '#platform/filters/read-filters';
import { Cursors } from '#platform/paging/cursors';
import { pageOffset, pageSize, USUAL_PAGE } from '#platform/paging/page.dto';
import { VENDOR_FILTERS } from '../vendor-filters';
import { toVendor, VENDOR_COLUMNS, type VendorRow } from '../vendor-row';
import { vendorFilterOptions } from './filter-options';
import type { GetVendorsRequest, GetVendorsResponse } from './get-vendors.dto';
import { placeOf, VendorSort, type Stretch } from './vendor-sort';

export class GetVendors extends Query<GetVendorsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorsRequest,
  ) {
    super();
  }
}

type Row = VendorRow & { key: string | null };

const EVERYTHING: Stretch = { where: 'TRUE', params: [] };
const LISTED = `SELECT listed::int AS listed FROM vendor_tally WHERE organization_id = $1`;

@QueryHandler(GetVendors)
export class GetVendorsHandler implements IQueryHandler<GetVendors> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller: { organizationId }, request }: GetVendors): Promise<GetVendorsResponse> {
    const filter = readFilters(request.filters, VENDOR_FILTERS);
    const { sortField = 'createdAt', sortOrder = 'SORT_ORDER_DESC' } = request;
    const sort = new VendorSort(sortField, sortOrder === 'SORT_ORDER_DESC');
    const cursors = await this.cursors.ready();
    const binding = [organizationId, 'GetVendors', fingerprintFilters(filter), sortField, sortOrder];
    const stretches = sort.stretches(request.cursor ? cursors.open(binding, request.cursor) : undefined);

    const limit = pageSize(request.limit);
    const list = new VendorList(this.database, organizationId, filter, sort, limit + 1);
    const [{ rows, total }, filterOptions] = await Promise.all([
      list.read(stretches, pageOffset(request)),
      request.includeFilterOptions ? vendorFilterOptions(this.database, organizationId) : [],
    ]);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined; // the row past the page says there is more
    return {
      vendors: page.map(toVendor),
      totalCount: total,
      ...(last && { nextCursor: cursors.seal(binding, placeOf(last)) }),
      filterOptions,
    };
  }
}

class VendorList {
  constructor(
    private readonly database: Database,
    private readonly organizationId: string,
    private readonly filter: FilterList,
    private readonly sort: VendorSort,
    private readonly most: number,
  ) {}

  /** Reads the stretches in turn until the page is full; most pages lie in one. */
  async read([first, second]: Stretch[], offset: number): Promise<{ rows: Row[]; total: number }> {
    const [rows, total] = await Promise.all([this.rows(first as Stretch, this.most, offset), this.total()]);
    const missing = this.most - rows.length;
    if (second && missing > 0) {
      const skipped = offset > 0 && rows.length === 0 ? await this.count(first as Stretch) : offset;
      rows.push(...(await this.rows(second, missing, offset - skipped)));
    }
    return { rows, total };
  }

  /** The groups of a vendor are looked up for the page alone, not for the rows an offset skips. */
  private async rows(stretch: Stretch, limit: number, offset: number): Promise<Row[]> {
    const { sql, params } = this.condition(stretch);
    const { orderBy, column } = this.sort;
    const text = `
      SELECT ${VENDOR_COLUMNS}, ${column}::text AS key
        FROM (SELECT * FROM vendor v WHERE ${sql} ORDER BY ${orderBy} LIMIT ${limit}${offset > 0 ? ` OFFSET ${offset}` : ''}) v
       ORDER BY ${orderBy}`;
    // There are few texts without filters and with the usual page: those stay prepared.
    const prepared = this.filter.nodes.length === 0 && limit === USUAL_PAGE + 1 && offset === 0;
    return this.database.read<Row>(this.organizationId, text, params, { prepared });
  }

  private async total(): Promise<number> {
    if (this.filter.nodes.length > 0) return this.count(EVERYTHING);
    const [row] = await this.database.read<{ listed: number }>(this.organizationId, LISTED, [this.organizationId], { prepared: true });
    return row?.listed ?? 0;
  }

  private async count(stretch: Stretch): Promise<number> {
    const { sql, params } = this.condition(stretch);
    const [row] = await this.database.read<{ n: number }>(
      this.organizationId,
      `SELECT count(*)::int AS n FROM vendor v WHERE ${sql}`,
      params,
    );
    return row?.n ?? 0;
  }

  private condition(stretch: Stretch): { sql: string; params: unknown[] } {
    const compiled = compileFilter(this.filter, VENDOR_FILTERS, 2 + stretch.params.length);
    const asked = this.filter.nodes.some((node) => node.kind === 'rule' && node.field === 'VENDORS_FIELD_LIFECYCLE_STATUS');
    const sql = `v.organization_id = $1 AND ${stretch.where} AND ${compiled.sql}${asked ? '' : ' AND v.lifecycle_status < 4'}`;
    return { sql, params: [this.organizationId, ...stretch.params, ...compiled.params] };
  }
}
