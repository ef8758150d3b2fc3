import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#platform/identity/caller';
import { Database } from '#platform/database/database';
import { isUuid } from '#platform/fields/uuid';
import { FIND_VENDOR, toVendor } from '../vendor-row';
import { VendorNotFound } from '../vendor.errors';
import type { GetVendorRequest, GetVendorResponse } from './get-vendor.dto';

export class GetVendor extends Query<GetVendorResponse> {
  constructor(
    readonly caller: Caller,
    readonly request: GetVendorRequest,
  ) {
    super();
  }
}

@QueryHandler(GetVendor)
export class GetVendorHandler implements IQueryHandler<GetVendor> {
  constructor(private readonly database: Database) {}

  async execute({ caller, request: { id } }: GetVendor): Promise<GetVendorResponse> {
    if (!isUuid(id)) throw new VendorNotFound(id);
    const [row] = await this.database.readText(caller.organizationId, FIND_VENDOR, [caller.organizationId, id], {
      prepared: true,
      plannedOnce: true,
    });
    if (!row) throw new VendorNotFound(id);
    return { vendor: toVendor(row, caller) };
  }
}
