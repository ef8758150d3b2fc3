import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings, type TestVendor } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('observations', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: TestVendor;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendor = await aVendor(service, org);
  });
  afterAll(() => service.close());

  it('imports findings and serves them whole', async () => {
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
    expect(imported.status).toBe(200);
    expect(imported.body).toMatchObject({
      created: 1,
      rejected: 1,
      total: 2,
      rejections: [{ line: 2, reason: expect.stringContaining('SUBJECT_UNKNOWN') }],
    });

    const { body } = await org.post('observations', { filters: [rule('CVE', 'EQUALS', { stringValue: 'CVE-2021-45046' })] });
    expect(body).toMatchObject({ totalCount: '1', totalCountType: 'TOTAL_COUNT_TYPE_EXACT' });
    const [observation] = body.observations;
    expect(observation).toMatchObject({
      view: 'OBSERVATION_VIEW_VRM',
      title: 'TLS 1.0 is accepted',
      description: 'A "quoted"\ttext',
      category: 'OBSERVATION_CATEGORY_VULNERABILITY',
      severity: 'OBSERVATION_SEVERITY_CRITICAL',
      state: 'OBSERVATION_STATE_OPEN',
      approvalStatus: 'APPROVAL_STATUS_BACKLOG',
      isFlagged: false,
      vendor: { id: vendor.id, domainName: vendor.domain, companyName: `Company of ${vendor.domain}` },
      subjectDomain: `shop.${vendor.domain}`,
      groupOrn: `orn:1:observation-group:vrm:CVE-2021-44228:${org.organization.domain}`,
      assetType: 'ASSET_TYPE_IP_PORT',
      asset: { ipPort: { address: '203.0.113.7', port: '8443', protocol: 'ASSET_IP_PORT_PROTOCOL_TCP' } },
      cveIds: ['CVE-2021-44228', 'CVE-2021-45046'],
      capec: [],
      regressionCount: 0,
      firstSeen: '2026-01-01T00:00:00.000Z',
      lastSeen: '2026-02-01T00:00:00.000Z',
      source: { name: 'scanner' },
    });
    const one = await org.get(`observations/${encodeURIComponent(observation.orn)}`);
    expect(one.body.observation).toEqual(observation);
    expect((await org.get(`observations/${observation.orn}`)).status).toBe(200);

    const history = await org.post('observations/actions', { orn: observation.orn });
    expect(history.body).toMatchObject({
      totalCount: 1,
      actions: [{ actionType: 'OBSERVATION_ACTION_TYPE_FIRST_SEEN', occurredAt: '2026-01-01T00:00:00.000Z' }],
    });

    const scores = await org.post('observations/vendor-scores', { filters: [rule('VENDOR', 'EQUALS', { stringValue: vendor.domain })] });
    expect(scores.body.vendorScores[0]).toMatchObject({
      vendorDomain: vendor.domain,
      vendorId: vendor.id,
      openObservationCounts: { critical: '1' },
    });
    const values = await org.get('observations/filter-options/values', { field: 'OBSERVATIONS_FIELD_CVE' });
    expect(values.body.values).toHaveLength(2);
    const groups = await org.post('observations/groups', {});
    expect(groups.body.observationGroups).toMatchObject([
      { kind: 'OBSERVATION_GROUP_KIND_CVE', observationCount: '1', vendorCount: '1', maxCvssBaseScore: 10 },
    ]);
    const flagged = await org.post('observations/actions/flag', { observationOrns: [observation.orn] });
    expect(flagged.body).toEqual({ flaggedCount: 1, alreadyFlaggedCount: 0 });
    expect((await org.post('observations/actions/flag/groups', { groupOrns: [observation.groupOrn] })).body).toEqual({
      flaggedCount: 1,
      alreadyFlaggedCount: 0,
    });
    const moved = await org.post('observations/actions/status', {
      observationOrns: [observation.orn],
      approvalStatus: 'APPROVAL_STATUS_RESOLVED',
    });
    expect(moved.body).toEqual({ updatedCount: 1, unchangedCount: 0 });
    expect((await org.post('observations/actions/flag', { observationOrns: [observation.orn] })).status).toBe(409);
    expect((await importFindings(org, [{ ...finding, lastSeen: new Date().toISOString() }])).body).toMatchObject({
      created: 0,
      reopened: 1,
    });
  });
});
