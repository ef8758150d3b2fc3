import type { Answer, TestOrganization } from './organization';
import { newDomain } from './vendors';

export interface TestGroup {
  id: string;
  updatedAt: string;
}

export async function createGroup(org: TestOrganization, name: string, description?: string): Promise<TestGroup> {
  const { status, body } = await org.post('vendors/groups', { name, description });
  expect(status).toBe(200);
  return body.vendorGroup;
}

/** A group with a unique name. */
export function newGroup(org: TestOrganization): Promise<TestGroup> {
  return createGroup(org, newDomain('group'));
}

/** The ids of new vendors. */
export async function createVendors(org: TestOrganization, length: number): Promise<string[]> {
  const vendors = Array.from({ length }, () => ({ domainName: newDomain() }));
  const { results } = (await org.post('vendors/bulk-create', { vendors })).body;
  return results.map((row: { vendorId: string }) => row.vendorId);
}

export function addVendors(org: TestOrganization, groupId: string, vendorIds: unknown): Promise<Answer> {
  return org.post(`vendors/groups/${groupId}/vendors`, { vendorIds });
}

export function removeVendors(org: TestOrganization, groupId: string, vendorIds: unknown): Promise<Answer> {
  return org.post(`vendors/groups/${groupId}/vendors/remove`, { vendorIds });
}

export async function memberCount(org: TestOrganization, groupId: string): Promise<string> {
  return (await org.get(`vendors/groups/${groupId}`)).body.vendorGroup.memberCount as string;
}
