import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockDirectory } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { isUuid } from '#platform/http/uuid';
import { toVendorGroup, VENDOR_GROUP_COLUMNS, type VendorGroupRow } from '../vendor-group.dto';
import { VendorGroupNotFound } from '../vendor-group.errors';
import type { DeleteVendorGroupRequest, DeleteVendorGroupResponse } from './delete-vendor-group.dto';

export class DeleteVendorGroup extends Command<DeleteVendorGroupResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: DeleteVendorGroupRequest,
  ) {
    super();
  }
}

/** Archives: the name is free again, and the group is gone for every other call. */
const ARCHIVE = `
  UPDATE vendor_group SET archived_at = now()
   WHERE organization_id = $1 AND id = $2 AND archived_at IS NULL
  RETURNING ${VENDOR_GROUP_COLUMNS}`;
const DISBAND = `DELETE FROM vendor_group_member WHERE organization_id = $1 AND group_id = $2`;

@CommandHandler(DeleteVendorGroup)
export class DeleteVendorGroupHandler implements ICommandHandler<DeleteVendorGroup> {
  constructor(private readonly database: Database) {}

  async execute({ caller: { organizationId }, request: { groupId } }: DeleteVendorGroup): Promise<DeleteVendorGroupResponse> {
    if (!isUuid(groupId)) throw new VendorGroupNotFound(groupId);
    return this.database.transaction(organizationId, async (tx) => {
      await lockDirectory(tx, organizationId);
      const [[row]] = await tx.query<[VendorGroupRow[], number]>(ARCHIVE, [organizationId, groupId]);
      if (!row) throw new VendorGroupNotFound(groupId);
      await tx.query(DISBAND, [organizationId, groupId]);
      return { vendorGroup: toVendorGroup(row) };
    });
  }
}
