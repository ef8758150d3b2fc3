import { reasonOf, TestOrganization } from '../support/organization';
import { importShortTemplate, sendTo, submitTo } from '../support/questionnaires';
import { startTestApp, type TestApp } from '../support/test-app';

describe('GetReceivedQuestionnaires', () => {
  let service: TestApp;
  let vendor: TestOrganization;
  let sent: string[];

  beforeAll(async () => {
    service = await startTestApp();
    await importShortTemplate(service);
    const [one, other] = [await TestOrganization.create(service), await TestOrganization.create(service)];
    vendor = await TestOrganization.create(service, { vrm: false });
    sent = [await sendTo(one, vendor), await submitTo(other, vendor), await sendTo(one, vendor)];
    await sendTo(one, other);
  });
  afterAll(() => service.close());

  const idsOf = (body: { questionnaires: { id: string }[] }) => body.questionnaires.map(({ id }) => id);

  it('lists only questionnaires from customers, newest first', async () => {
    const { body } = await vendor.get('questionnaires/received');
    expect(idsOf(body)).toEqual([...sent].reverse());
    expect(body.totalCount).toBe(3);
    expect((await vendor.get('questionnaires')).body.totalCount).toBe(0);
    const submitted = await vendor.get('questionnaires/received', { status: 'QUESTIONNAIRE_STATUS_SUBMITTED' });
    expect(idsOf(submitted.body)).toEqual([sent[1]]);
    expect(submitted.body.questionnaires[0]).toMatchObject({ questionCount: 3, answeredCount: 3, version: 1 });
  });

  it('pages by cursor', async () => {
    const first = (await vendor.get('questionnaires/received', { limit: 2 })).body;
    const rest = (await vendor.get('questionnaires/received', { limit: 2, cursor: first.nextCursor })).body;
    expect([...idsOf(first), ...idsOf(rest)]).toEqual([...sent].reverse());
    expect(rest.nextCursor).toBeUndefined();
  });

  it('removes a questionnaire when the customer deletes its vendor', async () => {
    const customer = await TestOrganization.create(service);
    const id = await sendTo(customer, vendor);
    const { vendorId } = (await customer.get(`questionnaires/${id}`)).body.questionnaire;
    await customer.post('vendors/bulk-delete', { ids: [vendorId] });
    expect((await vendor.get('questionnaires/received')).body.totalCount).toBe(3);
    expect((await vendor.get(`questionnaires/${id}`)).status).toBe(404);
  });

  it('needs the read scope of questionnaires', async () => {
    const directory = await vendor.withScopes('vendor-directory.read');
    expect(reasonOf(await directory.get('questionnaires/received'))).toBe('SCOPE_MISSING');
  });
});
