import { Readable } from 'node:stream';
import { Enrichment } from '#modules/ingestion/enrichment/enrichment';
import { EVERYTHING } from '../observations/organization-with';
import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

const FIRST_SEEN = '2026-01-01T00:00:00.000Z';
const OVERDUE = [rule('OVERDUE', 'EQUALS', { boolValue: true })];

describe('UpdateRemediationPolicy', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(async () => {
    await service.close();
  });

  /** Due dates by the first label of the host. */
  async function dueDates(org: TestOrganization): Promise<Record<string, string | undefined>> {
    const { body } = await org.post('observations', { mode: 'OBSERVATION_MODE_ALL', limit: 200 });
    const rows = body.observations as { subjectDomain: string; dueAt?: string }[];
    return Object.fromEntries(rows.map(({ subjectDomain, dueAt }) => [subjectDomain.split('.')[0], dueAt]));
  }

  it('derives due dates from severity, catalogue and manual settings after every change', async () => {
    const org = await TestOrganization.create(service);
    const vendor = await aVendor(service, org);
    const finding = (host: string, changes: object) => aFinding(`${host}.${vendor.domain}`, { firstSeen: FIRST_SEEN, ...changes });
    const set = async (daysBySeverity: object) => (await org.patch('remediation-policy', { daysBySeverity })).body.remediationPolicy;
    await importFindings(org, [
      finding('critical', { severity: 'CRITICAL' }),
      finding('low', { severity: 'LOW' }),
      finding('exploited', { severity: 'LOW', cveIds: ['CVE-2021-44228'] }),
      finding('set', { severity: 'CRITICAL' }),
    ]);
    const chosen = '2199-01-01T00:00:00.000Z';
    const assign = (request: object) =>
      org.post('observations/actions/assign', { filters: [rule('SUBJECT_DOMAIN', 'STARTS_WITH', { stringValue: 'set.' })], ...request });
    await assign({ dueAt: chosen });
    expect(await dueDates(org)).toEqual({ set: chosen });

    expect((await set({ critical: 7, high: 30 })).daysBySeverity).toEqual({ critical: 7, high: 30 });
    const byPolicy = '2026-01-08T00:00:00.000Z';
    expect(await dueDates(org)).toEqual({ critical: byPolicy, set: chosen });
    await assign({ dueAt: null });
    expect(await dueDates(org)).toEqual({ critical: byPolicy, set: byPolicy });

    // The catalogue, a change of severity and a new finding.
    const kev = {
      vulnerabilities: [{ cveID: 'CVE-2021-44228', dateAdded: '2021-12-10', dueDate: '2021-12-24', knownRansomwareCampaignUse: 'Known' }],
    };
    await service.app.get(Enrichment, { strict: false }).kev(Readable.from([Buffer.from(JSON.stringify(kev))]));
    await importFindings(org, [
      finding('low', { severity: 'HIGH', lastSeen: '2026-03-01T00:00:00.000Z' }),
      finding('new', { severity: 'HIGH' }),
    ]);
    const soon = {
      critical: byPolicy,
      exploited: '2026-01-15T00:00:00.000Z', // the catalogue's fourteen days, from the first sighting
      low: '2026-01-31T00:00:00.000Z',
      new: '2026-01-31T00:00:00.000Z',
      set: byPolicy,
    };
    expect(await dueDates(org)).toEqual(soon);
    expect((await org.post('observations', { filters: OVERDUE })).body).toMatchObject({ totalCount: '5' });

    const resourceTypes = ['CHANGE_RESOURCE_TYPE_OBSERVATION'];
    const { nextCursor } = (await org.post('changes', { start: 'CHANGE_START_NOW', resourceTypes })).body;
    expect((await set({ high: null, critical: 3650 })).daysBySeverity).toEqual({ critical: 3650 });
    expect(await dueDates(org)).toEqual({
      critical: '2035-12-30T00:00:00.000Z',
      exploited: soon.exploited,
      set: '2035-12-30T00:00:00.000Z',
    });
    const { changes } = (await org.post('changes', { cursor: nextCursor, resourceTypes })).body;
    expect(changes).toHaveLength(4);

    expect(await set({ critical: null })).toEqual({ daysBySeverity: {} });
    expect(await dueDates(org)).toEqual({});
    expect((await org.post('observations', { filters: EVERYTHING })).body.totalCount).toBe('5');
  });

  it('does not affect another organization, and refuses an invalid number of days', async () => {
    const [org, other] = [await TestOrganization.create(service), await TestOrganization.create(service)];
    await org.patch('remediation-policy', { daysBySeverity: { info: 0, low: 1 } });
    expect((await org.get('remediation-policy')).body.remediationPolicy).toMatchObject({
      daysBySeverity: { info: 0, low: 1 },
      updatedAt: expect.any(String),
    });
    expect((await other.get('remediation-policy')).body).toEqual({ remediationPolicy: { daysBySeverity: {} } });
    for (const daysBySeverity of [undefined, { low: -1 }, { low: 3651 }, { low: 1.5 }, { severe: 1 }])
      expect((await org.patch('remediation-policy', { daysBySeverity })).status).toBe(400);
    expect((await (await org.withScopes('findings.read')).patch('remediation-policy', { daysBySeverity: { low: 2 } })).status).toBe(403);
  });
});
