import { reasonOf, TestOrganization } from '../support/organization';
import { createQuestionnaire } from '../support/questionnaires';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, type AnyVendor } from '../support/vendors';

const UNKNOWN = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

describe('GetQuestionnaire', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: AnyVendor;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendor = await createVendor(org);
  });
  afterAll(() => service.close());

  it('is deleted with its vendor', async () => {
    const gone = await createVendor(org);
    const { questionnaire } = (await createQuestionnaire(org, { vendorId: gone.id })).body;
    await org.post('vendors/bulk-delete', { ids: [gone.id] });
    expect((await org.get(`questionnaires/${questionnaire.id}`)).status).toBe(404);
  });

  it.each([UNKNOWN, 'nonsense'])('finds no questionnaire %s', async (id) => {
    expect(reasonOf(await org.get(`questionnaires/${id}`))).toBe('QUESTIONNAIRE_NOT_FOUND');
  });

  it('is not visible to another organization', async () => {
    const { questionnaire } = (await createQuestionnaire(org, { vendorId: vendor.id })).body;
    const stranger = await TestOrganization.create(service);
    expect((await stranger.get(`questionnaires/${questionnaire.id}`)).status).toBe(404);
  });

  it('needs the read scope of questionnaires', async () => {
    const directory = await org.withScopes('vendor-directory.read');
    expect(reasonOf(await directory.get(`questionnaires/${UNKNOWN}`))).toBe('SCOPE_MISSING');
  });
});
