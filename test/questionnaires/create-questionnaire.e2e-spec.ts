import { shippedTemplates } from '#modules/questionnaires/template-file';
import { reasonOf, TestOrganization } from '../support/organization';
import { createQuestionnaire } from '../support/questionnaires';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, type AnyVendor } from '../support/vendors';

const UNKNOWN = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

describe('CreateQuestionnaire', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: AnyVendor;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendor = await createVendor(org);
  });
  afterAll(() => service.close());

  it.each(shippedTemplates().map((each) => [each.id, each] as const))(
    'creates one from the shipped template %s and returns all of it',
    async (id, shipped) => {
      const { status, body } = await createQuestionnaire(org, { vendorId: vendor.id, templateId: id, dueAt: '2027-01-31T12:00:00+01:00' });
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
        version: 0,
        dueAt: '2027-01-31T11:00:00.000Z',
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: body.questionnaire.createdAt,
      });
      expect(questions.length).toBeGreaterThanOrEqual(25);
      const sections = shipped.sections.map(({ title, questions: asked }) => ({
        title,
        questions: asked.map((each) => ({ id: each.id, text: each.text, kind: each.kind })),
      }));
      const read = await org.get(`questionnaires/${body.questionnaire.id}`);
      expect(read.body.questionnaire).toEqual({ ...body.questionnaire, sections, submissions: [] });
    },
  );

  it('refuses an offboarded vendor', async () => {
    const gone = await createVendor(org);
    await org.post('vendors/bulk-offboard', { ids: [gone.id] });
    const answer = await createQuestionnaire(org, { vendorId: gone.id });
    expect([answer.status, answer.body.error.code, reasonOf(answer)]).toEqual([409, 'FAILED_PRECONDITION', 'VENDOR_OFFBOARDED']);
  });

  it.each([
    { templateId: undefined },
    { vendorId: undefined },
    { dueAt: 'soon' },
    { status: 'QUESTIONNAIRE_STATUS_SENT' },
    { templateId: 't'.repeat(101) },
  ])('refuses invalid input (%#)', async (change) => {
    expect((await createQuestionnaire(org, { vendorId: vendor.id, ...change })).status).toBe(400);
  });

  it('refuses an unknown template or vendor', async () => {
    expect(reasonOf(await createQuestionnaire(org, { vendorId: vendor.id, templateId: 'no-such-template' }))).toBe(
      'QUESTIONNAIRE_TEMPLATE_NOT_FOUND',
    );
    expect(reasonOf(await createQuestionnaire(org, { vendorId: UNKNOWN }))).toBe('VENDOR_NOT_FOUND');
    expect(reasonOf(await createQuestionnaire(org, { vendorId: 'nonsense' }))).toBe('VENDOR_NOT_FOUND');
  });

  it('refuses the vendor of another organization', async () => {
    const stranger = await TestOrganization.create(service);
    expect(reasonOf(await createQuestionnaire(stranger, { vendorId: vendor.id }))).toBe('VENDOR_NOT_FOUND');
  });

  it('needs the write scope', async () => {
    const reader = await org.withScopes('questionnaires.read');
    expect((await createQuestionnaire(reader, { vendorId: vendor.id })).status).toBe(403);
  });
});
