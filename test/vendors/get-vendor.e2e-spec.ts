import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor } from '../support/vendors';

describe('GetVendor', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('reads a vendor as it was created', async () => {
    const vendor = await createVendor(org, { companyName: 'Acme', dataRegion: 'DATA_REGION_UK' });
    expect((await org.get(`vendors/${vendor.id}`)).body).toEqual({ vendor });
  });

  it('answers 304 while nothing changed', async () => {
    const vendor = await createVendor(org);
    const tag = (await org.get(`vendors/${vendor.id}`)).headers.get('etag') ?? '';
    expect((await org.get(`vendors/${vendor.id}`, {}, { 'if-none-match': tag })).status).toBe(304);
  });

  it.each(['nonsense', '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10'])('finds no vendor %s', async (id) => {
    const answer = await org.get(`vendors/${id}`);
    expect([answer.status, reasonOf(answer)]).toEqual([404, 'VENDOR_NOT_FOUND']);
  });

  it('is not visible to another organization', async () => {
    const vendor = await createVendor(org);
    const stranger = await TestOrganization.create(service);
    expect((await stranger.get(`vendors/${vendor.id}`)).status).toBe(404);
  });
});
