import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { violates } from '#platform/database/pg-errors';
import { assertUnchanged } from '#platform/http/if-match';
import { holdActiveGroup } from '../active-group';
import { vendorGroupTarget } from '../vendor-group-target';
import { toVendorGroup, writableFields } from '../vendor-group.dto';
import { ACTIVE_NAME_KEY, VendorGroupEntity } from '../vendor-group.entity';
import { VendorGroupNameTaken } from '../vendor-group.errors';
import type { UpdateVendorGroupRequest, UpdateVendorGroupResponse } from './update-vendor-group.dto';

export class UpdateVendorGroup extends Command<UpdateVendorGroupResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: UpdateVendorGroupRequest,
    /** The If-Match header. */
    readonly ifMatch?: string,
  ) {
    super();
  }
}

@CommandHandler(UpdateVendorGroup)
export class UpdateVendorGroupHandler implements ICommandHandler<UpdateVendorGroup> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request, ifMatch }: UpdateVendorGroup): Promise<UpdateVendorGroupResponse> {
    const { groupId, name, description } = request;
    const key = { organizationId: caller.organizationId, id: groupId };
    const changes = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
    try {
      return await this.database.transaction(caller.organizationId, async (tx) => {
        const group = await holdActiveGroup(tx, caller.organizationId, groupId);
        const standing = writableFields(toVendorGroup(group));
        assertUnchanged(ifMatch, standing, 'vendor group');
        const differs = Object.entries(changes).some(([field, value]) => group[field as keyof typeof changes] !== value);
        if (differs) {
          Object.assign(group, changes, { updatedAt: new Date() });
          await tx.update(VendorGroupEntity, key, { ...changes, updatedAt: group.updatedAt });
        }
        const vendorGroup = toVendorGroup(group);
        const changed = changesBetween(standing, writableFields(vendorGroup));
        await recordAudit(tx, caller, { targets: [vendorGroupTarget(vendorGroup)], changes: changed });
        return { vendorGroup };
      });
    } catch (error) {
      if (violates(error, ACTIVE_NAME_KEY)) throw new VendorGroupNameTaken(name ?? '');
      throw error;
    }
  }
}
