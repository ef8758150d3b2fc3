import { reasonOf, TestOrganization } from '../support/organization';
import { createQuestionnaire } from '../support/questionnaires';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, type AnyVendor } from '../support/vendors';

describe('GetQuestionnaires', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: AnyVendor;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendor = await createVendor(org);
  });
  afterAll(() => service.close());

  it('lists newest first, by vendor and status, in both paging modes', async () => {
    const other = await TestOrganization.create(service);
    const [a, b] = [await createVendor(other), await createVendor(other)];
    const made: string[] = [];
    for (const { id } of [a, b, a, a, b]) made.unshift((await createQuestionnaire(other, { vendorId: id })).body.questionnaire.id);

    const list = async (query: Record<string, string | number>) => (await other.get('questionnaires', query)).body;
    const idsOf = (body: AnyVendor) => body.questionnaires.map((each: { id: string }) => each.id);
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor });
    const third = await list({ limit: 2, cursor: second.nextCursor });
    expect([first, second, third].flatMap(idsOf)).toEqual(made);
    expect([first.totalCount, third.nextCursor]).toEqual([5, undefined]);
    expect(idsOf(await list({ offset: 3, limit: 2 }))).toEqual(made.slice(3));
    expect(first.questionnaires[0]).not.toHaveProperty('sections');

    expect(await list({ vendorId: b.id })).toMatchObject({ totalCount: 2, questionnaires: [{ vendorId: b.id }, { vendorId: b.id }] });
    expect((await list({ status: 'QUESTIONNAIRE_STATUS_DRAFT' })).totalCount).toBe(5);
    expect((await list({ status: 'QUESTIONNAIRE_STATUS_SENT' })).totalCount).toBe(0);
    expect(reasonOf(await other.get('questionnaires', { cursor: first.nextCursor, vendorId: a.id }))).toBe('CURSOR_MISMATCH');
  });

  it('refuses an invalid id, and says which id is meant', async () => {
    for (const vendorId of ['SUP-1042', vendor.domainName as string]) {
      const answer = await org.get('questionnaires', { vendorId });
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'INVALID_REQUEST']);
      expect(answer.body.details[1].fieldViolations).toEqual([{ field: 'vendorId', description: expect.stringContaining('Vendor.id') }]);
    }
  });

  it.each(['limit=-1', 'offset=-1', 'cursor=x', 'status=DRAFTED', 'vendor=x'])('refuses the query %s', async (query) => {
    expect((await org.get(`questionnaires?${query}`)).status).toBe(400);
  });

  it('shows nothing to another organization', async () => {
    await createQuestionnaire(org, { vendorId: vendor.id });
    const stranger = await TestOrganization.create(service);
    expect((await stranger.get('questionnaires', { vendorId: vendor.id })).body).toEqual({ questionnaires: [], totalCount: 0 });
  });

  it('needs the read scope of questionnaires', async () => {
    expect((await (await org.withScopes('questionnaires.read')).get('questionnaires')).status).toBe(200);
    expect(reasonOf(await (await org.withScopes('vendor-directory.read')).get('questionnaires'))).toBe('SCOPE_MISSING');
  });
});
