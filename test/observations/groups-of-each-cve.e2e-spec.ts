import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { recounted } from '../support/recounted';
import { startTestApp, type TestApp } from '../support/test-app';

const [A, B, C] = ['CVE-2024-0001', 'CVE-2024-0002', 'CVE-2024-0003'] as const;

interface Group {
  groupOrn: string;
  title: string;
  observationCount: string;
  vendorCount: string;
  flaggedCount: string;
  isFlagged: boolean;
  firstSeen: string;
  lastSeen: string;
}

describe('an observation with several CVEs', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  /** Two vendors: one finding with A, B and C, one with B alone, one without a CVE. */
  async function aStage() {
    const org = await TestOrganization.create(service);
    const [one, other] = [await aVendor(service, org), await aVendor(service, org)];
    const many = (cveIds: string[], changes = {}) =>
      aFinding(`www.${one.domain}`, { observationType: 'old_library', title: 'Old library', cveIds, severity: 'HIGH', ...changes });
    const single = aFinding(`www.${other.domain}`, { observationType: 'old_kernel', title: 'Old kernel', cveIds: [B] });
    const plain = aFinding(`www.${other.domain}`);
    const imported = await importFindings(org, [many([A, B, C]), single, plain]);
    expect(imported.body).toMatchObject({ created: 3 });
    const orn = (key: string) => `orn:1:observation-group:vrm:${key}:${org.organization.domain}`;
    const groups = async (request: object = {}) => {
      const { body } = await org.post('observations/groups', request);
      return Object.fromEntries((body.observationGroups as Group[]).map((group) => [group.groupOrn.split(':')[4], group]));
    };
    const differences = async () => (await recounted(service, org)).found;
    const isFlagged = async (value: boolean) =>
      (await org.post('observations', { filters: [rule('IS_FLAGGED', 'EQUALS', { boolValue: value })] })).body.totalCount;
    return { org, one, other, many, single, plain, orn, groups, differences, isFlagged };
  }

  it('is in the group of each CVE, and in that of its type only without CVEs', async () => {
    const { org, orn } = await aStage();
    const { body } = await org.post('observations', {});
    const shown = (body.observations as { title: string; orn: string; groupOrn: string; groupOrns: string[] }[]).map(
      ({ title, groupOrn, groupOrns }) => [title, groupOrn, groupOrns],
    );
    expect(shown).toHaveLength(3);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['Old library', orn(A), [orn(A), orn(B), orn(C)]],
        ['Old kernel', orn(B), [orn(B)]],
        ['TLS 1.0 is accepted', orn('tls_weak_protocol'), [orn('tls_weak_protocol')]],
      ]),
    );
    const first = body.observations.find(({ title }: { title: string }) => title === 'Old library');
    expect((await org.get(`observations/${first.orn}`)).body.observation.groupOrns).toEqual(first.groupOrns);
  });

  it('counts in each of them, unfiltered and filtered alike, and once in all', async () => {
    const { org, one, groups, differences } = await aStage();
    const all = await groups();
    expect(Object.keys(all).sort()).toEqual([A, B, C, 'tls_weak_protocol']);
    expect(all[A]).toMatchObject({ title: A, observationCount: '1', vendorCount: '1' });
    expect(all[B]).toMatchObject({ title: B, observationCount: '2', vendorCount: '2', maxSeverity: 'OBSERVATION_SEVERITY_HIGH' });
    expect(all[C]).toMatchObject({ title: C, observationCount: '1', vendorCount: '1', cveIds: [C] });
    const filters = [rule('TITLE', 'CONTAINS', { stringValue: '' })];
    expect(await groups({ filters })).toEqual(all);
    expect(await groups({ filters, sortField: 'vendorCount', mode: 'OBSERVATION_MODE_ALL' })).toEqual(all);
    const ofOne = await groups({ filters: [rule('VENDOR', 'EQUALS', { stringValue: one.domain })] });
    expect(Object.keys(ofOne).sort()).toEqual([A, B, C]);
    expect(ofOne[B]).toMatchObject({ observationCount: '1' });
    expect((await org.post('observations', {})).body.totalCount).toBe('3');
    const values = await org.get('observations/filter-options/values', { field: 'OBSERVATIONS_FIELD_GROUP' });
    expect(values.body.values).toContainEqual(expect.objectContaining({ displayName: B, count: '2' }));
    expect(await differences()).toEqual([]);
  });

  it('is found by each of them', async () => {
    const { org, orn } = await aStage();
    const titles = async (filters: object[]) =>
      (await org.post('observations', { filters })).body.observations.map(({ title }: { title: string }) => title).sort();
    expect(await titles([rule('GROUP', 'EQUALS', { stringValue: orn(B) })])).toEqual(['Old kernel', 'Old library']);
    expect(await titles([rule('GROUP', 'EQUALS', { stringValue: orn(C) })])).toEqual(['Old library']);
    expect(await titles([rule('GROUP', 'NOT_EQUALS', { stringValue: orn(C) })])).toEqual(['Old kernel', 'TLS 1.0 is accepted']);
    const both = { stringListValue: { values: [orn(C), orn('tls_weak_protocol')] } };
    expect(await titles([rule('GROUP', 'IN', both)])).toEqual(['Old library', 'TLS 1.0 is accepted']);
    expect(await titles([rule('GROUP', 'NOT_IN', both)])).toEqual(['Old kernel']);
  });

  it('is flagged with any of them, and counts as flagged in each', async () => {
    const { org, orn, groups, differences, isFlagged } = await aStage();
    const flag = (target: object) => org.post('observations/actions/flag/groups', target);
    expect(
      (
        await flag({
          groupOrns: [orn(C), orn(C).replace(/[^:]+$/, (owner) => owner.toUpperCase())],
        })
      ).body,
    ).toEqual({
      flaggedCount: 1,
      alreadyFlaggedCount: 0,
    });
    const flagged = await groups();
    expect(flagged[A]).toMatchObject({ isFlagged: false, flaggedCount: '1' });
    expect(flagged[B]).toMatchObject({ isFlagged: false, flaggedCount: '1', observationCount: '2' });
    expect(flagged[C]).toMatchObject({ isFlagged: true, flaggedCount: '1' });
    expect([await isFlagged(true), await isFlagged(false)]).toEqual(['1', '2']);
    const { body } = await org.get('observations/filter-options/values', { field: 'OBSERVATIONS_FIELD_IS_FLAGGED' });
    expect(body.values.map(({ value, count }: { value: string; count: string }) => [value, count])).toEqual([
      ['false', '2'],
      ['true', '1'],
    ]);
    expect(await differences()).toEqual([]);
    expect((await flag({ filters: [rule('CVE', 'EQUALS', { stringValue: C })] })).body).toEqual({
      flaggedCount: 2,
      alreadyFlaggedCount: 1,
    });
    expect((await flag({ groupOrns: [orn(A), orn(B)] })).body).toEqual({ flaggedCount: 0, alreadyFlaggedCount: 2 });
    expect(await isFlagged(true)).toBe('2');
    expect(await differences()).toEqual([]);
  });

  it('moves to another group with its CVE, and updates the extremes of both', async () => {
    const { org, many, single, groups, differences } = await aStage();
    const recent = {
      lastSeen: '2026-06-01T00:00:00.000Z',
      cvssScores: [{ version: 'V3_1', baseScore: 9.8, cvssVector: '', scoreSource: 'nvd' }],
    };
    await importFindings(org, [many([A, B], recent)]);
    expect(await groups()).toMatchObject({ [B]: { maxCvssBaseScore: 9.8, lastSeen: recent.lastSeen } });
    await importFindings(org, [many([A, C], recent)]);
    const moved = await groups();
    expect(moved[B]).toMatchObject({ observationCount: '1', vendorCount: '1', lastSeen: single.lastSeen });
    expect(moved[B]).not.toHaveProperty('maxCvssBaseScore');
    expect(moved[C]).toMatchObject({ observationCount: '1', maxCvssBaseScore: 9.8, lastSeen: recent.lastSeen });
    expect(await differences()).toEqual([]);

    await org.post('observations/actions/status', {
      filters: [rule('CVE', 'EQUALS', { stringValue: C })],
      approvalStatus: 'APPROVAL_STATUS_RESOLVED',
    });
    expect(Object.keys(await groups()).sort()).toEqual([B, 'tls_weak_protocol']);
    expect(Object.keys(await groups({ mode: 'OBSERVATION_MODE_RESOLVED' })).sort()).toEqual([A, C]);
    expect(await differences()).toEqual([]);
  });
});
