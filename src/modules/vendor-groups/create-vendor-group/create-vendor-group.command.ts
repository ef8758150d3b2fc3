import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { violates } from '#platform/database/pg-errors';
import { vendorGroupTarget } from '../vendor-group-target';
import { toVendorGroup, writableFields } from '../vendor-group.dto';
import { ACTIVE_NAME_KEY, VendorGroupEntity } from '../vendor-group.entity';
import { VendorGroupNameTaken } from '../vendor-group.errors';
import type { CreateVendorGroupRequest, CreateVendorGroupResponse } from './create-vendor-group.dto';

export class CreateVendorGroup extends Command<CreateVendorGroupResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: CreateVendorGroupRequest,
  ) {
    super();
  }
}

@CommandHandler(CreateVendorGroup)
export class CreateVendorGroupHandler implements ICommandHandler<CreateVendorGroup> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: CreateVendorGroup): Promise<CreateVendorGroupResponse> {
    const now = new Date();
    const group = {
      organizationId: caller.organizationId,
      id: uuidv7(),
      name: request.name,
      description: request.description ?? null,
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    const vendorGroup = toVendorGroup({ ...group, memberCount: '0' });
    try {
      await this.database.transaction(caller.organizationId, async (tx) => {
        await tx.insert(VendorGroupEntity, group);
        const changes = changesBetween(undefined, writableFields(vendorGroup));
        await recordAudit(tx, caller, { targets: [vendorGroupTarget(vendorGroup)], changes });
      });
    } catch (error) {
      // The index decides rather than a prior check: two callers may race for one name.
      if (violates(error, ACTIVE_NAME_KEY)) throw new VendorGroupNameTaken(request.name);
      throw error;
    }
    return { vendorGroup };
  }
}
