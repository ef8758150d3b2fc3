import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database } from '#platform/database/database';
import { isUuid } from '#platform/fields/uuid';
import type { Caller } from '#platform/identity/caller';
import { assertSaysSomething, MAX_REFERENCES } from '#shared/external-reference.dto';
import { TooManyReferences } from '#shared/external-reference.errors';
import { readVendor } from '../vendor-row';
import { vendorTarget } from '../vendor-target';
import { VendorNotFound } from '../vendor.errors';
import type { AnnotateVendorRequest, AnnotateVendorResponse } from './annotate-vendor.dto';
import { ANNOTATE } from './annotate-vendor.sql';

export class AnnotateVendor extends Command<AnnotateVendorResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: AnnotateVendorRequest,
  ) {
    super();
  }
}

const LOCK = `SELECT 1 FROM vendor WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`;

@CommandHandler(AnnotateVendor)
export class AnnotateVendorHandler implements ICommandHandler<AnnotateVendor> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request }: AnnotateVendor): Promise<AnnotateVendorResponse> {
    assertSaysSomething(request);
    const { organizationId } = caller;
    const { id, externalReferences = [], removeExternalReferences = [] } = request;
    const comment = request.comment === '' ? undefined : request.comment;
    if (!isUuid(id)) throw new VendorNotFound(id);
    return this.database.transaction(organizationId, async (tx) => {
      const [found] = await tx.query<object[]>(LOCK, [organizationId, id]);
      if (!found) throw new VendorNotFound(id);
      const before = await readVendor(tx, caller, id);
      await tx.query(ANNOTATE, [
        organizationId,
        id,
        JSON.stringify(externalReferences),
        JSON.stringify(removeExternalReferences),
        comment ?? null,
        caller.clientId,
        caller.credentialName,
      ]);
      const vendor = await readVendor(tx, caller, id);
      if (vendor.externalReferences.length > MAX_REFERENCES) throw new TooManyReferences([vendor.domainName]);
      await recordAudit(tx, caller, {
        targets: [vendorTarget(vendor)],
        changes: changesBetween(
          { externalReferences: before.externalReferences },
          { externalReferences: vendor.externalReferences, comment },
        ),
      });
      return { vendor };
    });
  }
}
