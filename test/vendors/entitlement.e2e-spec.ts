import { Organizations } from '#platform/auth/organizations';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { rule, walkVendors, type AnyVendor } from '../support/vendors';

describe('the directory without the VRM entitlement', () => {
  let service: TestApp;
  let org: TestOrganization;
  let ids: string[];

  const entitle = (isLive: boolean) => service.app.get(Organizations).entitle(org.organization.domain, isLive, undefined);
  const lists = (request: object) => walkVendors(org, { limit: 1, ...request });
  const idsOf = (vendors: AnyVendor[]) => vendors.map(({ id }) => id as string);

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    const vendors = [await aVendor(service, org), await aVendor(service, org), await aVendor(service, org)];
    ids = vendors.map(({ id }) => id);
    const severities = [['CRITICAL', 'CRITICAL'], ['LOW'], ['HIGH', 'HIGH']];
    await importFindings(
      org,
      vendors.flatMap(({ domain }, index) =>
        (severities[index] ?? []).map((severity, host) => aFinding(`h${host}.${domain}`, { severity, category: 'VULNERABILITY' })),
      ),
    );
  });
  afterAll(() => service.close());

  it('shows no score and no count, and neither sorts nor filters by them', async () => {
    const scored = await lists({ sortField: 'score', sortOrder: 'SORT_ORDER_DESC' });
    expect(idsOf(scored)).toEqual([ids[1], ids[2], ids[0]]);
    expect(scored.map(({ openObservationCount }) => openObservationCount as string)).toEqual(['1', '2', '2']);

    await entitle(false);
    const shown = await lists({});
    for (const vendor of [...shown, (await org.get(`vendors/${ids[0]}`)).body.vendor]) {
      expect(vendor).toMatchObject({ openObservationCount: '0', isMonitored: true });
      expect(vendor).not.toHaveProperty('score');
      expect(vendor).not.toHaveProperty('scoreGrade');
    }
    const renamed = await org.patch(`vendors/${ids[0]}`, { companyName: 'Renamed' });
    expect(renamed.body.vendor).not.toHaveProperty('score');
    for (const sortOrder of ['SORT_ORDER_ASC', 'SORT_ORDER_DESC']) {
      const byId = [...ids].sort();
      expect(idsOf(await lists({ sortField: 'score', sortOrder }))).toEqual(sortOrder === 'SORT_ORDER_ASC' ? byId : byId.reverse());
    }
    expect(await lists({ filters: [rule('SCORE', 'GREATER_THAN_OR_EQUAL', { numberValue: 0 })] })).toEqual([]);
    expect(await lists({ filters: [rule('SCORE', 'IS_NOT_SET')] })).toHaveLength(3);
    expect(await lists({ filters: [rule('SCORE', 'NOT_EQUALS', { numberValue: 50 })] })).toHaveLength(3);

    await entitle(true);
    expect((await org.get(`vendors/${ids[1]}`)).body.vendor).toMatchObject({ openObservationCount: '1', score: scored[0].score });
  });
});
