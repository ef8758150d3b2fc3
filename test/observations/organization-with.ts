import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import type { TestApp } from '../support/test-app';

/** A filter that every observation passes. */
export const EVERYTHING = [rule('SEVERITY', 'GREATER_THAN_OR_EQUAL', { stringValue: 'OBSERVATION_SEVERITY_INFO' })];

/** An organization with that many open observations of one vendor. */
export async function organizationWith(
  service: TestApp,
  count: number,
): Promise<{ org: TestOrganization; vendor: TestVendor; orns: string[] }> {
  const org = await TestOrganization.create(service);
  const vendor = await aVendor(service, org);
  await importFindings(
    org,
    Array.from({ length: count }, (_, index) => aFinding(`h${index}.${vendor.domain}`)),
  );
  const { body } = await org.post('observations', { limit: 200 });
  return { org, vendor, orns: (body.observations as { orn: string }[]).map((observation) => observation.orn) };
}
