import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { hasVrm } from '#platform/identity/has-vrm';
import { Database, type Step } from '#platform/database/database';
import type { TextRow } from '#platform/database/wire-row';
import { fingerprintFilters } from '#platform/filters/compile-filter';
import { within } from '#platform/filters/filter-too-broad';
import type { FilterList } from '#platform/filters/filter-tree';
import { readFilters } from '#platform/filters/read-filters';
import { Cursors } from '#platform/paging/cursors';
import { DEFAULT_PAGE } from '#platform/paging/page.dto';
import { listedVendors } from '../listed-vendors';
import { broadestRule, VENDOR_FILTERS } from '../vendor-filters';
import { toVendor, VENDOR_COLUMNS } from '../vendor-row';
import { vendorFilterOptions } from './filter-options';
import type { GetVendorsRequest, GetVendorsResponse } from './get-vendors.dto';
import { placeOf, VendorSort, type Condition, type Stretch } from './vendor-sort';

export class GetVendors extends Query<GetVendorsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorsRequest,
  ) {
    super();
  }
}

const EVERYTHING = { where: 'TRUE', params: [] };
const LISTED = `SELECT listed FROM vendor_tally WHERE organization_id = $1`;
/** If a filter matches at most this many vendors, their ids are read once, for the count and for the page. */
const MAX_FEW = 200;

@QueryHandler(GetVendors)
export class GetVendorsHandler implements IQueryHandler<GetVendors> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetVendors): Promise<GetVendorsResponse> {
    const { organizationId } = caller;
    const isVrm = hasVrm(caller.organization);
    const filter = readFilters(request.filters, VENDOR_FILTERS);
    const { sortField = 'createdAt', sortOrder = 'SORT_ORDER_DESC' } = request;
    const sort = new VendorSort(sortField, sortOrder === 'SORT_ORDER_DESC', isVrm);
    const page = await this.cursors.page([organizationId, 'GetVendors', fingerprintFilters(filter), sortField, sortOrder], request);
    const list = new VendorList(this.database, caller, filter, sort, page.fetched);
    const [{ rows, total }, filterOptions] = await Promise.all([
      within(broadestRule(filter), () => list.read(sort.stretches(page.place), page.offset)),
      request.includeFilterOptions ? vendorFilterOptions(this.database, organizationId) : [],
    ]);
    const { shown, next } = page.cut(rows, placeOf);
    return {
      vendors: shown.map((row) => toVendor(row, caller)),
      totalCount: total,
      ...next,
      filterOptions,
    };
  }
}

class VendorList {
  /** All matching vendors, if a filter leaves few: the page is then looked up by id instead of filtered again. */
  private few: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly caller: Caller,
    private readonly filter: FilterList,
    private readonly sort: VendorSort,
    private readonly most: number,
  ) {}

  /** Reads the parts in turn until the page is full. Most pages are in one part. */
  async read([first, second]: Stretch[], offset: number): Promise<{ rows: TextRow[]; total: number }> {
    const isFiltered = this.filter.nodes.length > 0;
    const matches = isFiltered ? await this.countMatches() : undefined;
    if (matches === 0) return { rows: [], total: 0 };
    const [rows = [], listed] = await this.send(this.page(first as Stretch, this.most, offset), ...(isFiltered ? [] : [this.listed()]));
    const missing = this.most - rows.length;
    if (second && missing > 0) {
      const skipped = offset > 0 && rows.length === 0 ? countIn((await this.send(this.count(first as Stretch)))[0]) : offset;
      rows.push(...((await this.send(this.page(second, missing, offset - skipped)))[0] ?? []));
    }
    return { rows, total: matches ?? countIn(listed) };
  }

  private async countMatches(): Promise<number> {
    const { sql, params } = this.condition(EVERYTHING);
    const counted = `SELECT count(*), CASE WHEN count(*) <= ${MAX_FEW} THEN array_agg(v.id) END FROM vendor v WHERE ${sql}`;
    const [[row] = []] = await this.send({ sql: counted, params });
    this.few = row?.[1] ?? undefined;
    return Number(row?.[0] ?? 0);
  }

  private send(...statements: Step[]): Promise<TextRow[][]> {
    return this.database.lists.readTexts(this.caller.organizationId, statements);
  }

  /** The groups of a vendor are looked up only for the rows of the page, not for those that an offset skips. */
  private page(stretch: Stretch, limit: number, offset: number): Step {
    const { sql, params } = this.condition(stretch);
    const { orderBy } = stretch;
    const text = `
      SELECT ${VENDOR_COLUMNS}, ${this.sort.column}
        FROM (SELECT * FROM vendor v WHERE ${sql} ORDER BY ${orderBy} LIMIT ${limit}${offset > 0 ? ` OFFSET ${offset}` : ''}) v
       ORDER BY ${orderBy}`;
    // Without filters and with the default page there are few texts, which stay prepared. All are index scans, whatever the values.
    const usual = this.filter.nodes.length === 0 && limit === DEFAULT_PAGE + 1 && offset === 0;
    return { sql: text, params, prepared: usual, plannedOnce: usual };
  }

  private listed(): Step {
    return { sql: LISTED, params: [this.caller.organizationId], prepared: true, plannedOnce: true };
  }

  private count(stretch: Condition): Step {
    const { sql, params } = this.condition(stretch);
    return { sql: `SELECT count(*) FROM vendor v WHERE ${sql}`, params };
  }

  private condition(stretch: Condition): { sql: string; params: unknown[] } {
    const { where, params } = listedVendors(this.caller, this.filter, 2 + stretch.params.length);
    const all = [this.caller.organizationId, ...stretch.params, ...params];
    if (this.few === undefined) return { sql: `${where} AND ${stretch.where}`, params: all };
    return { sql: `${where} AND ${stretch.where} AND v.id = ANY($${all.length + 1}::uuid[])`, params: [...all, this.few] };
  }
}

function countIn(rows: TextRow[] | undefined): number {
  return Number(rows?.[0]?.[0] ?? 0);
}
