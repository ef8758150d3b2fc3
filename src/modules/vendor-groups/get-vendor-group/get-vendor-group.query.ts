import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { isUuid } from '#platform/http/uuid';
import { FIND_ACTIVE_GROUP } from '../active-group';
import { toVendorGroup, type VendorGroupRow } from '../vendor-group.dto';
import { VendorGroupNotFound } from '../vendor-group.errors';
import type { GetVendorGroupRequest, GetVendorGroupResponse } from './get-vendor-group.dto';

export class GetVendorGroup extends Query<GetVendorGroupResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorGroupRequest,
  ) {
    super();
  }
}

@QueryHandler(GetVendorGroup)
export class GetVendorGroupHandler implements IQueryHandler<GetVendorGroup> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request: { groupId } }: GetVendorGroup): Promise<GetVendorGroupResponse> {
    if (!isUuid(groupId)) throw new VendorGroupNotFound(groupId);
    const [row] = await this.database.read<VendorGroupRow>(caller.organizationId, FIND_ACTIVE_GROUP, [caller.organizationId, groupId]);
    if (!row) throw new VendorGroupNotFound(groupId);
    return { vendorGroup: toVendorGroup(row) };
  }
}
