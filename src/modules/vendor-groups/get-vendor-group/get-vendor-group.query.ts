import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { activeGroup } from '../active-group';
import { toVendorGroup } from '../vendor-group.dto';
import { VendorGroupEntity } from '../vendor-group.entity';
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

  async execute({ caller: { organizationId }, request: { groupId } }: GetVendorGroup): Promise<GetVendorGroupResponse> {
    const group = await this.database.findOne(organizationId, VendorGroupEntity, activeGroup(organizationId, groupId));
    if (!group) throw new VendorGroupNotFound(groupId);
    return { vendorGroup: toVendorGroup(group) };
  }
}
