import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { lockDirectory, lockObservations } from '#platform/database/locks';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { InvalidArgument } from '#platform/errors/api-error';
import { assertUnchanged } from '#platform/http/if-match';
import { isUuid } from '#platform/fields/uuid';
import { companyNameOf } from '../company-catalogue';
import { toStored } from '../vendor-fields';
import { followVendors } from '../vendor-observations';
import { readVendor } from '../vendor-row';
import { vendorTarget } from '../vendor-target';
import { writableFields } from '../vendor.dto';
import { VendorEntity } from '../vendor.entity';
import { LIFECYCLE, VENDOR_LIFECYCLE_STATUS } from '../vendor.enums';
import { MonitoringSlotsExhausted, VendorNotFound, VendorOffboarded } from '../vendor.errors';
import type { UpdateVendorRequest, UpdateVendorResponse } from './update-vendor.dto';
import { freeSlots } from '../free-slots';

export class UpdateVendor extends Command<UpdateVendorResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: UpdateVendorRequest,
    /** The If-Match header. */
    readonly ifMatch?: string,
  ) {
    super();
  }
}

@CommandHandler(UpdateVendor)
export class UpdateVendorHandler implements ICommandHandler<UpdateVendor> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request, ifMatch }: UpdateVendor): Promise<UpdateVendorResponse> {
    const { organizationId } = caller;
    const { id } = request;
    if (!isUuid(id)) throw new VendorNotFound(id);
    if (request.lifecycleStatus === 'VENDOR_LIFECYCLE_STATUS_OFFBOARDED') {
      const description = 'cannot be set to OFFBOARDED here: use BulkOffboardVendors';
      throw new InvalidArgument(`lifecycleStatus ${description}.`, 'INVALID_REQUEST', [{ field: 'lifecycleStatus', description }]);
    }
    return this.database.transaction(organizationId, async (tx) => {
      const before = await lockVendor(tx, organizationId, request);
      const standing = writableFields(await readVendor(tx, caller, id));
      assertUnchanged(ifMatch, standing, 'vendor');
      const changes = differences(before, wanted(before, request));
      if (Object.keys(changes).length > 0) await apply(tx, before, changes);
      const vendor = await readVendor(tx, caller, id);
      await recordAudit(tx, caller, { targets: [vendorTarget(vendor)], changes: changesBetween(standing, writableFields(vendor)) });
      return { vendor };
    });
  }
}

/** Takes only the locks that the request can need, in the order of locks.ts: directory, observations, vendor. */
async function lockVendor(tx: EntityManager, organizationId: string, request: UpdateVendorRequest): Promise<VendorEntity> {
  if (request.isMonitored !== undefined) await lockDirectory(tx, organizationId);
  if (request.isMonitored !== undefined || request.companyName !== undefined) await lockObservations(tx, organizationId);
  const vendor = await tx.findOne(VendorEntity, { where: { organizationId, id: request.id }, lock: { mode: 'for_no_key_update' } });
  if (!vendor) throw new VendorNotFound(request.id);
  return vendor;
}

/** The requested columns of the vendor; undefined ones stay unchanged. */
function wanted(before: VendorEntity, request: UpdateVendorRequest): Partial<VendorEntity> {
  const { companyName, isMonitored, lifecycleStatus } = request;
  const returns = before.lifecycleStatus === LIFECYCLE.OFFBOARDED && lifecycleStatus !== undefined;
  if (isMonitored && before.lifecycleStatus === LIFECYCLE.OFFBOARDED && !returns) throw new VendorOffboarded(before.domainName);
  return {
    ...toStored(request),
    companyName: companyName === null ? companyNameOf(before.domainName) : companyName,
    lifecycleStatus: lifecycleStatus && VENDOR_LIFECYCLE_STATUS.toNumber(lifecycleStatus),
    ...(returns && { offboardedAt: null, offboardReason: null }),
    isMonitored,
    ...(isMonitored && !before.isMonitored && { monitoredSince: new Date() }),
    ...(isMonitored === false && { monitoredSince: null, score: null, scoreGrade: null, openObservationCount: '0' }),
  };
}

function differences(before: VendorEntity, after: Partial<VendorEntity>): Partial<VendorEntity> {
  const fields = Object.keys(after) as (keyof VendorEntity)[];
  const changed = fields.filter((field) => after[field] !== undefined && JSON.stringify(after[field]) !== JSON.stringify(before[field]));
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}

async function apply(tx: EntityManager, before: VendorEntity, changes: Partial<VendorEntity>): Promise<void> {
  const { organizationId, id, domainName } = before;
  await tx.update(VendorEntity, { organizationId, id }, { ...changes, updatedAt: new Date() });
  const { isMonitored, companyName } = changes;
  if (isMonitored && (await freeSlots(tx, organizationId)) < 0) throw new MonitoringSlotsExhausted(domainName);
  await followVendors(tx, organizationId, {
    started: isMonitored === true ? [domainName] : [],
    stopped: isMonitored === false ? [domainName] : [],
    renamed: companyName === undefined ? [] : [{ domainName, companyName }],
  });
}
