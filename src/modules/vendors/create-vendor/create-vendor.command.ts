import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { lockDirectory } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { violates } from '#platform/database/pg-errors';
import { readDomain } from '#platform/domains/read-domain';
import { Aborted, type ApiError } from '#platform/errors/api-error';
import { companyNameOf } from '../company-catalogue';
import { toStored } from '../vendor-fields';
import { readVendor } from '../vendor-row';
import { vendorTarget } from '../vendor-target';
import { writableFields } from '../vendor.dto';
import { DOMAIN_KEY, VendorEntity } from '../vendor.entity';
import { LIFECYCLE } from '../vendor.enums';
import { MonitoringSlotsExhausted, VendorExists } from '../vendor.errors';
import type { CreateVendorRequest, CreateVendorResponse } from './create-vendor.dto';
import { freeSlots } from '../free-slots';

export class CreateVendor extends Command<CreateVendorResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: CreateVendorRequest,
  ) {
    super();
  }
}

@CommandHandler(CreateVendor)
export class CreateVendorHandler implements ICommandHandler<CreateVendor> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: CreateVendor): Promise<CreateVendorResponse> {
    const { organizationId } = caller;
    const domain = readDomain('domainName', request.domainName);
    const now = new Date();
    const isMonitored = request.isMonitored ?? false;
    const vendor = {
      ...toStored(request),
      organizationId,
      id: uuidv7(),
      domainName: domain,
      companyName: request.companyName ?? companyNameOf(domain),
      isMonitored,
      monitoredSince: isMonitored ? now : null,
      lifecycleStatus: LIFECYCLE.ACTIVE,
      createdAt: now,
      updatedAt: now,
    };
    try {
      return await this.database.transaction(organizationId, async (tx) => {
        await lockDirectory(tx, organizationId);
        await tx.insert(VendorEntity, vendor);
        if (isMonitored && (await freeSlots(tx, organizationId)) < 0) throw new MonitoringSlotsExhausted(domain);
        const created = await readVendor(tx, caller, vendor.id);
        const changes = changesBetween(undefined, { domainName: created.domainName, ...writableFields(created) });
        await recordAudit(tx, caller, { targets: [vendorTarget(created)], changes });
        return { vendor: created };
      });
    } catch (error) {
      // The constraint decides rather than a prior check: two callers may race for one domain.
      if (violates(error, DOMAIN_KEY)) throw await this.taken(organizationId, domain);
      throw error;
    }
  }

  private async taken(organizationId: string, domain: string): Promise<ApiError> {
    const vendor = await this.database.findOne(organizationId, VendorEntity, { organizationId, domainName: domain });
    return vendor ? new VendorExists(domain, vendor.id) : new Aborted(`${domain} was deleted just now; try again.`, 'CONCURRENT_UPDATE');
  }
}
