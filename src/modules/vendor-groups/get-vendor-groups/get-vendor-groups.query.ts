import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { NewestFirst } from '#platform/paging/newest-first';
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

/** Scans vendor_group_newest_idx. */
const LIST = {
  columns: VENDOR_GROUP_COLUMNS,
  from: 'vendor_group',
  where: 'organization_id = $1 AND archived_at IS NULL',
  time: 'created_at',
};

@QueryHandler(GetVendorGroups)
export class GetVendorGroupsHandler implements IQueryHandler<GetVendorGroups> {
  constructor(private readonly newest: NewestFirst) {}

  async execute({ caller: { organizationId }, request }: GetVendorGroups): Promise<GetVendorGroupsResponse> {
    const { rows, totals } = await this.newest.page<VendorGroupRow>(LIST, { organizationId, binding: ['GetVendorGroups'], request });
    return { vendorGroups: rows.map(toVendorGroup), ...totals };
  }
}
