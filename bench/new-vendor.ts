import { v7 as uuidv7 } from 'uuid';
import type { VendorEntity } from '#modules/vendors/vendor.entity';

/** A vendor for repository.save. */
export function newVendor(organizationId: string, domainName: string, companyName: string): Partial<VendorEntity> & { id: string } {
  const now = new Date();
  return {
    organizationId,
    id: uuidv7(),
    domainName,
    companyName,
    isMonitored: false,
    lifecycleStatus: 2,
    dataTypesShared: [],
    accessTypes: [],
    contacts: [],
    openObservationCount: '0',
    createdAt: now,
    updatedAt: now,
  };
}
