import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { recordAudit } from '#platform/audit/record-audit';
import { lockDirectory, lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { answerIds, vendorIds } from '../bulk.dto';
import { forgetVendors } from '../vendor-observations';
import { vendorTarget } from '../vendor-target';
import type { BulkDeleteVendorsRequest, BulkDeleteVendorsResponse } from './bulk-delete-vendors.dto';

export class BulkDeleteVendors extends Command<BulkDeleteVendorsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: BulkDeleteVendorsRequest,
  ) {
    super();
  }
}

/** Deleting vendors may delete hundreds of thousands of observations. */
const LIMITS = { statementMs: 120_000, lockMs: 15_000 };

/** One statement before the vendors are deleted, so that every group's count is updated once. */
const LEAVE_GROUPS = `DELETE FROM vendor_group_member WHERE organization_id = $1 AND vendor_id = ANY($2::uuid[])`;
const DELETE = `DELETE FROM vendor WHERE organization_id = $1 AND id = ANY($2::uuid[]) RETURNING id, domain_name AS "domainName"`;

@CommandHandler(BulkDeleteVendors)
export class BulkDeleteVendorsHandler implements ICommandHandler<BulkDeleteVendors> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request: { ids } }: BulkDeleteVendors): Promise<BulkDeleteVendorsResponse> {
    const { organizationId } = caller;
    const known = vendorIds(ids);
    const deleted = await this.database.transaction(
      organizationId,
      async (tx) => {
        await lockDirectory(tx, organizationId);
        await lockObservations(tx, organizationId);
        await tx.query(LEAVE_GROUPS, [organizationId, known]);
        const [vendors] = await tx.query<[{ id: string; domainName: string }[], number]>(DELETE, [organizationId, known]);
        const domains = vendors.map(({ domainName }) => domainName);
        if (domains.length > 0) await forgetVendors(tx, organizationId, domains);
        await recordAudit(tx, caller, { targets: vendors.map(vendorTarget) });
        return new Set(vendors.map(({ id }) => id));
      },
      LIMITS,
    );
    // A repeated id is not found: its vendor is already deleted.
    return answerIds(ids, (id) => deleted.delete(id));
  }
}
