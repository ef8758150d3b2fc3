import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { lockDirectory } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { holdActiveGroup } from '../active-group';
import { vendorGroupTarget } from '../vendor-group-target';
import { toVendorGroup, writableFields } from '../vendor-group.dto';
import { VendorGroupMemberEntity } from '../vendor-group-member.entity';
import { VendorGroupEntity } from '../vendor-group.entity';
import type { DeleteVendorGroupRequest, DeleteVendorGroupResponse } from './delete-vendor-group.dto';

export class DeleteVendorGroup extends Command<DeleteVendorGroupResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: DeleteVendorGroupRequest,
  ) {
    super();
  }
}

/** Archives the group: its name becomes free, and other calls no longer find it. */
@CommandHandler(DeleteVendorGroup)
export class DeleteVendorGroupHandler implements ICommandHandler<DeleteVendorGroup> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request: { groupId } }: DeleteVendorGroup): Promise<DeleteVendorGroupResponse> {
    const { organizationId } = caller;
    return this.database.transaction(organizationId, async (tx) => {
      await lockDirectory(tx, organizationId);
      const group = await holdActiveGroup(tx, organizationId, groupId);
      await tx.update(VendorGroupEntity, { organizationId, id: groupId }, { archivedAt: new Date() });
      await tx.delete(VendorGroupMemberEntity, { organizationId, groupId });
      const vendorGroup = toVendorGroup(group);
      const changes = changesBetween(writableFields(vendorGroup), undefined);
      await recordAudit(tx, caller, { targets: [vendorGroupTarget(vendorGroup)], changes });
      return { vendorGroup };
    });
  }
}
