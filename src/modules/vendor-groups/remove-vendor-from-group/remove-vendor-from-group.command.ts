import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changeOf } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { lockDirectory } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { isUuid } from '#platform/fields/uuid';
import { readActiveGroup } from '../active-group';
import { vendorGroupTarget } from '../vendor-group-target';
import { toVendorGroup } from '../vendor-group.dto';
import type { RemoveVendorFromGroupRequest, RemoveVendorFromGroupResponse } from './remove-vendor-from-group.dto';

export class RemoveVendorFromGroup extends Command<RemoveVendorFromGroupResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: RemoveVendorFromGroupRequest,
  ) {
    super();
  }
}

const REMOVE = `DELETE FROM vendor_group_member WHERE organization_id = $1 AND group_id = $2 AND vendor_id = ANY($3::uuid[])`;

@CommandHandler(RemoveVendorFromGroup)
export class RemoveVendorFromGroupHandler implements ICommandHandler<RemoveVendorFromGroup> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: RemoveVendorFromGroup): Promise<RemoveVendorFromGroupResponse> {
    const { organizationId } = caller;
    const { groupId, vendorIds } = request;
    return this.database.transaction(organizationId, async (tx) => {
      await lockDirectory(tx, organizationId);
      await readActiveGroup(tx, organizationId, groupId);
      await tx.query(REMOVE, [organizationId, groupId, vendorIds.filter(isUuid)]);
      const vendorGroup = toVendorGroup(await readActiveGroup(tx, organizationId, groupId));
      await recordAudit(tx, caller, {
        targets: [vendorGroupTarget(vendorGroup)],
        changes: [changeOf('removedVendorIds', vendorIds, undefined)],
      });
      return { vendorGroup };
    });
  }
}
