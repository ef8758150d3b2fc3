import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changeOf } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { lockDirectory, lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { answerIds, vendorIds } from '../bulk.dto';
import { monitoringSwitches } from '../monitoring-switches';
import { followVendors } from '../vendor-observations';
import { vendorTarget } from '../vendor-target';
import { LIFECYCLE } from '../vendor.enums';
import type { BulkOffboardVendorsRequest, BulkOffboardVendorsResponse } from './bulk-offboard-vendors.dto';

export class BulkOffboardVendors extends Command<BulkOffboardVendorsResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: BulkOffboardVendorsRequest,
  ) {
    super();
  }
}

const LIMITS = { statementMs: 120_000, lockMs: 15_000 };

interface Found {
  id: string;
  domainName: string;
  monitored: boolean;
}

const FIND = `
  SELECT id, domain_name AS "domainName", is_monitored AS monitored FROM vendor
   WHERE organization_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

/** Vendors that were already offboarded keep their date and reason. */
const OFFBOARD = `
  UPDATE vendor
     SET lifecycle_status = ${LIFECYCLE.OFFBOARDED}, offboarded_at = $3, offboard_reason = $4, updated_at = $3,
         is_monitored = false, monitored_since = NULL, score = NULL, score_grade = NULL, open_observation_count = 0
   WHERE organization_id = $1 AND id = ANY($2::uuid[]) AND lifecycle_status <> ${LIFECYCLE.OFFBOARDED}`;

@CommandHandler(BulkOffboardVendors)
export class BulkOffboardVendorsHandler implements ICommandHandler<BulkOffboardVendors> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request: { ids, reason } }: BulkOffboardVendors): Promise<BulkOffboardVendorsResponse> {
    const { organizationId } = caller;
    const found = await this.database.transaction(
      organizationId,
      async (tx) => {
        await lockDirectory(tx, organizationId);
        await lockObservations(tx, organizationId);
        const vendors = await tx.query<Found[]>(FIND, [organizationId, vendorIds(ids)]);
        const found = vendors.map(({ id }) => id);
        await tx.query(OFFBOARD, [organizationId, found, new Date(), reason ?? null]);
        const stopped = vendors.filter(({ monitored }) => monitored).map(({ domainName }) => domainName);
        await followVendors(tx, organizationId, { started: [], stopped, renamed: [] });
        await recordAudit(tx, caller, {
          targets: vendors.map(vendorTarget),
          changes: [...(reason ? [changeOf('reason', undefined, reason)] : []), ...monitoringSwitches([], stopped)],
        });
        return new Set(found);
      },
      LIMITS,
    );
    return answerIds(ids, (id) => found.has(id));
  }
}
