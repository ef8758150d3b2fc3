import { Organizations } from '#platform/auth/organizations';
import { rule } from '../support/filters';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('who sees which observations', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startTestApp();
  });
  afterAll(() => service.close());

  it('shows an organization without VRM its own domains, and nothing of its directory', async () => {
    const org = await TestOrganization.create(service, { vrm: false });
    const own = org.organization.domain;
    const vendor = await aVendor(service, org);
    const imported = await importFindings(org, [aFinding(`www.${own}`), aFinding(`www.${vendor.domain}`)]);
    expect(imported.body).toMatchObject({ created: 1, rejected: 1 });
    const { body } = await org.post('observations', {});
    expect(body.observations).toMatchObject([{ view: 'OBSERVATION_VIEW_SELF', subjectDomain: `www.${own}` }]);
    expect(body.observations[0]).not.toHaveProperty('vendor');
    const scores = await org.post('observations/vendor-scores', { filters: [rule('VENDOR', 'EQUALS', { stringValue: own })] });
    expect(scores.body.vendorScores[0]).toMatchObject({ vendorDomain: own });
    expect(scores.body.vendorScores[0]).not.toHaveProperty('vendorId');
  });

  it('re-checks the entitlement at each call', async () => {
    const org = await TestOrganization.create(service);
    const vendor = await aVendor(service, org);
    await importFindings(org, [aFinding(vendor.domain)]);
    const orn = (await org.post('observations', {})).body.observations[0].orn as string;
    expect((await org.get(`observations/${orn}`)).status).toBe(200);
    await service.app.get(Organizations).entitle(org.organization.domain, false, undefined);
    for (const answer of [
      await org.get(`observations/${orn}`),
      await org.post('observations/actions', { orn }),
      await org.post('observations/actions/flag', { observationOrns: [orn] }),
      await org.post('observations/actions/status', { observationOrns: [orn], approvalStatus: 'APPROVAL_STATUS_RESOLVED' }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body.details[0]).toMatchObject({ reason: 'ENTITLEMENT_MISSING', metadata: { entitlement: 'vrm' } });
    }
    await service.app.get(Organizations).entitle(org.organization.domain, true, new Date(Date.now() - 1000));
    expect((await org.get(`observations/${orn}`)).status).toBe(403);
    await service.app.get(Organizations).entitle(org.organization.domain, true, new Date(Date.now() + 60_000));
    expect((await org.get(`observations/${orn}`)).status).toBe(200);
  });

  it('gives another organization 403, 404, 400 or an empty list, never data', async () => {
    const org = await TestOrganization.create(service);
    const stranger = await TestOrganization.create(service);
    const vendor = await aVendor(service, org);
    await importFindings(org, [aFinding(vendor.domain), aFinding(`b.${vendor.domain}`)]);
    const { body } = await org.post('observations', { limit: 1 });
    const { orn, groupOrn } = body.observations[0] as { orn: string; groupOrn: string };
    const [, , , , key] = orn.split(':');
    const borrowed = `orn:1:observation:vrm:${key}:${stranger.organization.domain}`;

    expect(reasonOf(await stranger.get(`observations/${orn}`))).toBe('ORG_MISMATCH');
    expect((await stranger.get(`observations/${borrowed}`)).status).toBe(404);
    expect((await stranger.post('observations/actions', { orn })).status).toBe(403);
    expect((await stranger.post('observations/actions', { orn: borrowed })).status).toBe(404);
    expect((await stranger.post('observations/actions/flag', { observationOrns: [borrowed] })).status).toBe(404);
    expect((await stranger.post('observations/actions/flag/groups', { groupOrns: [groupOrn] })).status).toBe(403);
    expect(
      (await stranger.post('observations/actions/status', { observationOrns: [borrowed], approvalStatus: 'APPROVAL_STATUS_RESOLVED' }))
        .status,
    ).toBe(404);
    for (const filter of [
      rule('ORN', 'EQUALS', { stringValue: orn }),
      rule('VENDOR', 'EQUALS', { stringValue: vendor.domain }),
      rule('VENDOR_ID', 'EQUALS', { stringValue: vendor.id }),
      rule('GROUP', 'EQUALS', { stringValue: groupOrn }),
    ]) {
      expect((await stranger.post('observations', { filters: [filter] })).body.observations).toEqual([]);
      expect((await stranger.post('observations/groups', { filters: [filter] })).body.observationGroups).toEqual([]);
      expect((await stranger.post('observations/actions/flag', { filters: [filter] })).body).toEqual({
        flaggedCount: 0,
        alreadyFlaggedCount: 0,
      });
    }
    expect((await stranger.post('observations', { cursor: body.nextCursor })).status).toBe(400);
    expect((await stranger.get('observations/filter-options/values', { field: 'OBSERVATIONS_FIELD_VENDOR' })).body.values).toEqual([]);
    expect(
      (await stranger.post('observations/vendor-scores', { filters: [rule('VENDOR', 'EQUALS', { stringValue: vendor.domain })] })).body,
    ).toEqual({ vendorScores: [], unscoredVendors: [], notFoundDomains: [vendor.domain] });
    expect((await importFindings(stranger, [aFinding(vendor.domain)])).body).toMatchObject({ created: 0, rejected: 1 });
  });
});
