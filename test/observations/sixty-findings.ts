import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import type { TestApp } from '../support/test-app';

export const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

/** An organization with 60 observations of three vendors, every fourth of them resolved. */
export async function sixtyFindings(service: TestApp): Promise<TestOrganization> {
  const org = await TestOrganization.create(service);
  const vendors = await Promise.all(Array.from({ length: 3 }, () => aVendor(service, org)));
  const findings = Array.from({ length: 60 }, (_, index) =>
    aFinding(`host${index % 7}.${vendors[index % 3]?.domain}`, {
      title: `Finding ${index}`,
      severity: SEVERITIES[index % 5],
      // Several share a moment, so that ties occur at page edges.
      firstSeen: `2026-01-${String(1 + (index % 9)).padStart(2, '0')}T00:00:00.000Z`,
      lastSeen: `2026-02-${String(1 + (index % 11)).padStart(2, '0')}T00:00:00.000Z`,
      tags: index % 4 === 0 ? ['quarter'] : [],
      cweIds: ['CWE-79'],
      ...(index % 3 === 0 && { cvssScores: [{ version: 'V3_1', baseScore: 1 + (index % 8), cvssVector: '', scoreSource: 'nvd' }] }),
      ...(index % 6 === 0 && { cveIds: [`CVE-2024-${1000 + index}`] }),
    }),
  );
  expect((await importFindings(org, findings)).body).toMatchObject({ created: 60, rejected: 0 });
  await org.post('observations/actions/status', {
    filters: [rule('TAG', 'EQUALS', { stringValue: 'quarter' })],
    approvalStatus: 'APPROVAL_STATUS_RESOLVED',
  });
  return org;
}
