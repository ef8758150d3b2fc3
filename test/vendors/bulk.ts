import type { TestOrganization } from '../support/organization';
import { newDomain } from '../support/vendors';

export const SUCCESS = 'BULK_VENDOR_MUTATION_STATUS_SUCCESS';
export const ALREADY_EXISTS = 'BULK_VENDOR_MUTATION_STATUS_ALREADY_EXISTS';
export const NOT_FOUND = 'BULK_VENDOR_MUTATION_STATUS_NOT_FOUND';
export const ERROR = 'BULK_VENDOR_MUTATION_STATUS_ERROR';
export const UNKNOWN_ID = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

export function newEntries(length: number): { domainName: string }[] {
  return Array.from({ length }, () => ({ domainName: newDomain() }));
}

export async function totalOf(org: TestOrganization): Promise<number> {
  return (await org.post('vendors', { limit: 1 })).body.totalCount as number;
}
