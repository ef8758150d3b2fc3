import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changeOf } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { lockDirectory } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { isUuid } from '#platform/fields/uuid';
import { VendorNotFound } from '#modules/vendors/vendor.errors';
import { readActiveGroup } from '../active-group';
import { vendorGroupTarget } from '../vendor-group-target';
import { toVendorGroup } from '../vendor-group.dto';
import type { AddVendorToGroupRequest, AddVendorToGroupResponse } from './add-vendor-to-group.dto';

export class AddVendorToGroup extends Command<AddVendorToGroupResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: AddVendorToGroupRequest,
  ) {
    super();
  }
}

const FIND = `SELECT id FROM vendor WHERE organization_id = $1 AND id = ANY($2::uuid[])`;
const ADD = `
  INSERT INTO vendor_group_member (organization_id, group_id, vendor_id)
  SELECT $1, $2, vendor_id FROM unnest($3::uuid[]) AS vendor_id
  ON CONFLICT DO NOTHING`;

@CommandHandler(AddVendorToGroup)
export class AddVendorToGroupHandler implements ICommandHandler<AddVendorToGroup> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: AddVendorToGroup): Promise<AddVendorToGroupResponse> {
    const { organizationId } = caller;
    const { groupId, vendorIds } = request;
    return this.database.transaction(organizationId, async (tx) => {
      await lockDirectory(tx, organizationId);
      await readActiveGroup(tx, organizationId, groupId);
      const found = await tx.query<{ id: string }[]>(FIND, [organizationId, vendorIds.filter(isUuid)]);
      const known = new Set(found.map(({ id }) => id));
      const unknown = vendorIds.find((id) => !known.has(id.toLowerCase()));
      if (unknown !== undefined) throw new VendorNotFound(unknown);
      await tx.query(ADD, [organizationId, groupId, [...known]]);
      const vendorGroup = toVendorGroup(await readActiveGroup(tx, organizationId, groupId));
      await recordAudit(tx, caller, {
        targets: [vendorGroupTarget(vendorGroup)],
        changes: [changeOf('addedVendorIds', undefined, [...known])],
      });
      return { vendorGroup };
    });
  }
}
