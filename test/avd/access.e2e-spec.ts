import { reasonOf, TestOrganization } from '../support/organization';
import { Portfolio } from '../support/portfolio';
import { startTestApp, type TestApp } from '../support/test-app';
import { sampleOf, type Sample } from './sample';

describe('fourth parties', () => {
  let service: TestApp;
  let sample: Sample;

  beforeAll(async () => {
    service = await startTestApp();
    sample = await sampleOf(service);
  });
  afterAll(() => service.close());

  it('are hidden from another organization with the same vendors', async () => {
    const stranger = await TestOrganization.create(service);
    await new Portfolio(service, stranger).add({ domain: 'acme.com' }, { domain: 'cobalt.com' });
    expect((await stranger.post('avd/fourth-parties', { filters: { vendorDomains: ['acme.com'] } })).body).toEqual({
      fourthParties: [],
      totalCount: 0,
    });
    expect((await stranger.post('avd/fourth-parties/groups', {})).body).toEqual({ fourthPartyGroups: [], totalCount: 0 });
    expect((await stranger.post('avd/fourth-parties/vendors', { fourthPartyDomain: 'google.com' })).body).toEqual({
      vendors: [],
      totalCount: 0,
    });
    expect((await stranger.post('avd/fourth-parties', { filters: { vendorGroupIds: [sample.groupId] } })).body.totalCount).toBe(0);
    expect((await stranger.get('avd/fourth-parties/graph')).body).toEqual({ nodes: [], edges: [], totalCount: 0, connectedVendorCount: 0 });
    const { body } = await stranger.post('avd/vendors/summary', { vendorDomain: 'cobalt.com' });
    expect(body.summary.fourthPartyCounts.total).toBe(0);
    expect((await stranger.post('avd/vendors/summary', { vendorDomain: 'borealis.com' })).status).toBe(404);
  });

  it('need avd.read and no entitlement', async () => {
    const narrow = await sample.org.withScopes('vendor-directory.read');
    for (const [method, path] of [
      ['post', 'fourth-parties'],
      ['post', 'fourth-parties/groups'],
      ['post', 'fourth-parties/vendors'],
      ['post', 'vendors/summary'],
      ['get', 'fourth-parties/graph'],
    ] as const) {
      const answer = method === 'get' ? await narrow.get(`avd/${path}`) : await narrow.post(`avd/${path}`, {});
      expect([path, answer.status, reasonOf(answer)]).toEqual([path, 403, 'SCOPE_MISSING']);
    }
    const plain = await TestOrganization.create(service, { vrm: false, scopes: 'avd.read' });
    const own = new Portfolio(service, plain);
    await own.add({ domain: 'acme.com' });
    await own.detect([{ host: 'acme.com', mx: ['aspmx.l.google.com'] }]);
    expect((await plain.post('avd/fourth-parties', {})).body.totalCount).toBe(1);
  });
});
