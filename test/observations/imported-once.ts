import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { TestOrganization, type Answer } from '../support/organization';
import type { TestApp } from '../support/test-app';

export interface ImportedOnce {
  org: TestOrganization;
  vendor: TestVendor;
  finding: Record<string, unknown>;
  imported: Answer;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- raw response
  observation: any;
}

/** An organization with one critical observation of two CVEs, imported together with a finding about an unknown company. */
export async function importedOnce(service: TestApp): Promise<ImportedOnce> {
  const org = await TestOrganization.create(service);
  const vendor = await aVendor(service, org);
  const finding = aFinding(`shop.${vendor.domain}`, {
    description: 'A "quoted"\ttext',
    cveIds: ['CVE-2021-44228', 'CVE-2021-45046'],
    cweIds: ['CWE-502'],
    severity: 'CRITICAL',
    category: 'VULNERABILITY',
    asset: { ipPort: { address: '203.0.113.7', port: 8443, protocol: 'TCP' } },
    cvssScores: [{ version: 'V3_1', baseScore: 10, cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', scoreSource: 'nvd' }],
    tags: ['log4shell'],
    evidence: ['banner'],
  });
  const imported = await importFindings(org, [finding, aFinding('nobody.example.org')]);
  const { body } = await org.post('observations', {});
  return { org, vendor, finding, imported, observation: body.observations[0] };
}
