import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { Cursors } from '#platform/paging/cursors';
import { toVendorGroup, VENDOR_GROUP_COLUMNS, type VendorGroupRow } from '../vendor-group.dto';
import type { GetVendorGroupsRequest, GetVendorGroupsResponse } from './get-vendor-groups.dto';

export class GetVendorGroups extends Query<GetVendorGroupsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorGroupsRequest,
  ) {
    super();
  }
}

const NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** Scans vendor_group_newest_idx. Every page, even the first, starts below a position, so all share one plan. */
const PAGE = `
  SELECT ${VENDOR_GROUP_COLUMNS}, created_at::text AS at
    FROM vendor_group
   WHERE organization_id = $1 AND archived_at IS NULL AND (created_at, id) < ($2::timestamptz, $3::uuid)
   ORDER BY created_at DESC, id DESC
   LIMIT $4 OFFSET $5`;
const COUNT = `SELECT count(*)::int AS total FROM vendor_group WHERE organization_id = $1 AND archived_at IS NULL`;

@QueryHandler(GetVendorGroups)
export class GetVendorGroupsHandler implements IQueryHandler<GetVendorGroups> {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  async execute({ caller, request }: GetVendorGroups): Promise<GetVendorGroupsResponse> {
    const organization = caller.organizationId;
    const page = await this.cursors.page([organization, 'GetVendorGroups'], request);
    const [at, id] = page.place ?? NEWEST;
    const [rows, [count]] = await Promise.all([
      this.database.lists.read<VendorGroupRow & { at: string }>(organization, PAGE, [organization, at, id, page.fetched, page.offset]),
      this.database.lists.read<{ total: number }>(organization, COUNT, [organization]),
    ]);
    const { shown, next } = page.cut(rows, (row) => [row.at, row.id]);
    return {
      vendorGroups: shown.map(toVendorGroup),
      totalCount: count?.total ?? 0,
      ...next,
    };
  }
}
