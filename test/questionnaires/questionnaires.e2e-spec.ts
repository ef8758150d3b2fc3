import { randomBytes } from 'node:crypto';
import { TemplateImport } from '#modules/questionnaires/template-import';
import { shippedTemplates } from '#modules/questionnaires/template-file';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, type AnyVendor } from '../support/vendors';

const UNKNOWN = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

describe('questionnaires', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: AnyVendor;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendor = await createVendor(org);
  });
  afterAll(() => service.close());

  const create = (fields: Record<string, unknown>, who = org) =>
    who.post('questionnaires', { templateId: 'security-baseline', vendorId: vendor.id, ...fields });
  const importing = (document: unknown) => service.app.get(TemplateImport).import(JSON.stringify(document));
  const template = (changes: object = {}) => ({
    id: `short-${randomBytes(6).toString('hex')}`,
    name: 'Short check',
    version: '1.0.0',
    sections: [{ title: 'Only section', questions: [{ id: 'q-1', text: 'Do you?', kind: 'QUESTION_KIND_YES_NO' }] }],
    ...changes,
  });
  async function findTemplate(id: string): Promise<AnyVendor> {
    const { body } = await org.get('questionnaires/templates', { limit: 200 });
    return body.templates.find((each: { id: string }) => each.id === id);
  }

  it.each(shippedTemplates().map((each) => [each.id, each] as const))(
    'makes one from the shipped template %s and reads it back whole',
    async (id, shipped) => {
      const { status, body } = await create({ templateId: id, dueAt: '2027-01-31T12:00:00+01:00' });
      expect(status).toBe(200);
      const questions = shipped.sections.flatMap((section) => section.questions);
      expect(body.questionnaire).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        templateId: id,
        templateName: shipped.name,
        vendorId: vendor.id,
        vendorDomain: vendor.domainName,
        status: 'QUESTIONNAIRE_STATUS_DRAFT',
        questionCount: questions.length,
        answeredCount: 0,
        dueAt: '2027-01-31T11:00:00.000Z',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: body.questionnaire.createdAt,
      });
      expect(questions.length).toBeGreaterThanOrEqual(25);
      const read = await org.get(`questionnaires/${body.questionnaire.id}`);
      expect(read.body.questionnaire).toEqual({ ...body.questionnaire, sections: shipped.sections });
    },
  );

  it('lists the templates with their sections', async () => {
    const shipped = shippedTemplates().find(({ id }) => id === 'security-baseline');
    expect(await findTemplate('security-baseline')).toEqual({
      id: 'security-baseline',
      name: shipped?.name,
      version: shipped?.version,
      description: shipped?.description,
      questionCount: shipped?.sections.flatMap((section) => section.questions).length,
      sections: shipped?.sections.map(({ title, questions }) => ({ title, questionCount: questions.length })),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  it('walks the templates by cursor, each once, in order', async () => {
    const ids: string[] = [];
    let cursor = '';
    do {
      const { body } = await org.get('questionnaires/templates', { limit: 1, cursor });
      ids.push(...body.templates.map((each: { id: string }) => each.id));
      cursor = body.nextCursor ?? '';
      expect(body.totalCount).toBeGreaterThanOrEqual(3);
    } while (cursor);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(shippedTemplates().map(({ id }) => id)));
  });

  it('takes in templates from a file, and leaves questionnaires made before as they were', async () => {
    const first = template();
    expect(await importing(first)).toEqual({ created: 1, updated: 0, unchanged: 0, total: 1 });
    expect(await importing([first, template()])).toEqual({ created: 1, updated: 0, unchanged: 1, total: 2 });
    const { questionnaire } = (await create({ templateId: first.id })).body;
    const before = (await org.get(`questionnaires/${questionnaire.id}`)).body.questionnaire;

    const changed = {
      ...first,
      name: 'Long check',
      version: '2.0.0',
      sections: [{ title: 'Other', questions: [{ id: 'q-9', text: 'Since when?', kind: 'date' }] }],
    };
    expect(await importing(changed)).toEqual({ created: 0, updated: 1, unchanged: 0, total: 1 });
    expect(await findTemplate(first.id)).toMatchObject({
      name: 'Long check',
      version: '2.0.0',
      sections: [{ title: 'Other', questionCount: 1 }],
    });
    expect((await org.get(`questionnaires/${questionnaire.id}`)).body.questionnaire).toEqual(before);
    expect((await create({ templateId: first.id })).body.questionnaire.templateName).toBe('Long check');
  });

  it('refuses a faulty template file, and takes none of it', async () => {
    const good = template();
    await expect(importing([good, template({ name: '' })])).rejects.toMatchObject({ reason: 'INVALID_TEMPLATE_FILE' });
    expect(await findTemplate(good.id)).toBeUndefined();
  });

  it('keeps an imported version of a shipped template at the next start unless its own is newer', async () => {
    const [shipped] = shippedTemplates();
    const loading = service.app.get(TemplateImport);
    await importing({ ...shipped, name: 'Our own', version: '1.0.1' });
    await loading.onModuleInit();
    expect((await findTemplate(shipped?.id ?? '')).name).toBe('Our own');
    await importing({ ...shipped, name: 'Older', version: '0.9.9' });
    await loading.onModuleInit();
    expect(await findTemplate(shipped?.id ?? '')).toMatchObject({ name: shipped?.name, version: shipped?.version });
  });

  it('lists newest first, by vendor and status, in both paging modes', async () => {
    const other = await TestOrganization.create(service);
    const [a, b] = [await createVendor(other), await createVendor(other)];
    const made: string[] = [];
    for (const { id } of [a, b, a, a, b]) made.unshift((await create({ vendorId: id }, other)).body.questionnaire.id);

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

  it('refuses to list for what is no id, saying which id is meant', async () => {
    for (const vendorId of ['SUP-1042', vendor.domainName]) {
      const answer = await org.get('questionnaires', { vendorId });
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'INVALID_REQUEST']);
      expect(answer.body.details[1].fieldViolations).toEqual([{ field: 'vendorId', description: expect.stringContaining('Vendor.id') }]);
    }
  });

  it('refuses what is not there', async () => {
    expect(reasonOf(await create({ templateId: 'no-such-template' }))).toBe('QUESTIONNAIRE_TEMPLATE_NOT_FOUND');
    expect(reasonOf(await create({ vendorId: UNKNOWN }))).toBe('VENDOR_NOT_FOUND');
    expect(reasonOf(await create({ vendorId: 'nonsense' }))).toBe('VENDOR_NOT_FOUND');
    for (const id of [UNKNOWN, 'nonsense']) expect(reasonOf(await org.get(`questionnaires/${id}`))).toBe('QUESTIONNAIRE_NOT_FOUND');
  });

  it('refuses an offboarded vendor', async () => {
    const gone = await createVendor(org);
    await org.post('vendors/bulk-offboard', { ids: [gone.id] });
    const answer = await create({ vendorId: gone.id });
    expect([answer.status, answer.body.error.code, reasonOf(answer)]).toEqual([409, 'FAILED_PRECONDITION', 'VENDOR_OFFBOARDED']);
  });

  it('goes when its vendor is deleted', async () => {
    const gone = await createVendor(org);
    const { questionnaire } = (await create({ vendorId: gone.id })).body;
    await org.post('vendors/bulk-delete', { ids: [gone.id] });
    expect((await org.get(`questionnaires/${questionnaire.id}`)).status).toBe(404);
  });

  it.each([
    { templateId: undefined },
    { vendorId: undefined },
    { dueAt: 'soon' },
    { status: 'QUESTIONNAIRE_STATUS_SENT' },
    { templateId: 't'.repeat(101) },
  ])('refuses bad input (%#)', async (change) => {
    expect((await create(change)).status).toBe(400);
  });

  it.each(['limit=-1', 'offset=-1', 'cursor=x', 'status=DRAFT', 'vendor=x'])('refuses the query %s', async (query) => {
    expect((await org.get(`questionnaires?${query}`)).status).toBe(400);
  });

  it('is closed to other organizations, in both directions', async () => {
    const { questionnaire } = (await create({})).body;
    const stranger = await TestOrganization.create(service);
    expect((await stranger.get(`questionnaires/${questionnaire.id}`)).status).toBe(404);
    expect((await stranger.get('questionnaires', { vendorId: vendor.id })).body).toEqual({ questionnaires: [], totalCount: 0 });
    expect(reasonOf(await create({ vendorId: vendor.id }, stranger))).toBe('VENDOR_NOT_FOUND');
  });

  it('needs its own scopes', async () => {
    const reader = await org.withScopes('questionnaires.read');
    expect((await create({}, reader)).status).toBe(403);
    expect((await reader.get('questionnaires')).status).toBe(200);
    const directory = await org.withScopes('vendor-directory.read');
    for (const path of ['questionnaires', 'questionnaires/templates', `questionnaires/${UNKNOWN}`]) {
      expect(reasonOf(await directory.get(path))).toBe('SCOPE_MISSING');
    }
  });
});
