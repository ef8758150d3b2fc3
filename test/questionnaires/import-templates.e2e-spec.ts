import { randomBytes } from 'node:crypto';
import { TemplateImport } from '#modules/questionnaires/template-import';
import { shippedTemplates } from '#modules/questionnaires/template-file';
import { TestOrganization } from '../support/organization';
import { createQuestionnaire, findTemplate } from '../support/questionnaires';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, type AnyVendor } from '../support/vendors';

describe('import of questionnaire templates', () => {
  let service: TestApp;
  let org: TestOrganization;
  let vendor: AnyVendor;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    vendor = await createVendor(org);
  });
  afterAll(() => service.close());

  const importing = (document: unknown) => service.app.get(TemplateImport).import(JSON.stringify(document));
  const template = (changes: object = {}) => ({
    id: `short-${randomBytes(6).toString('hex')}`,
    name: 'Short check',
    version: '1.0.0',
    sections: [{ title: 'Only section', questions: [{ id: 'q-1', text: 'Do you?', kind: 'QUESTION_KIND_YES_NO' }] }],
    ...changes,
  });

  it('imports templates from a file, and leaves existing questionnaires unchanged', async () => {
    const first = template();
    expect(await importing(first)).toEqual({ created: 1, updated: 0, unchanged: 0, total: 1 });
    expect(await importing([first, template()])).toEqual({ created: 1, updated: 0, unchanged: 1, total: 2 });
    const { questionnaire } = (await createQuestionnaire(org, { vendorId: vendor.id, templateId: first.id })).body;
    const before = (await org.get(`questionnaires/${questionnaire.id}`)).body.questionnaire;

    const changed = {
      ...first,
      name: 'Long check',
      version: '2.0.0',
      sections: [{ title: 'Other', questions: [{ id: 'q-9', text: 'Since when?', kind: 'date' }] }],
    };
    expect(await importing(changed)).toEqual({ created: 0, updated: 1, unchanged: 0, total: 1 });
    expect(await findTemplate(org, first.id)).toMatchObject({
      name: 'Long check',
      version: '2.0.0',
      sections: [{ title: 'Other', questionCount: 1 }],
    });
    expect((await org.get(`questionnaires/${questionnaire.id}`)).body.questionnaire).toEqual(before);
    expect((await createQuestionnaire(org, { vendorId: vendor.id, templateId: first.id })).body.questionnaire.templateName).toBe(
      'Long check',
    );
  });

  it('refuses an invalid template file completely', async () => {
    const good = template();
    await expect(importing([good, template({ name: '' })])).rejects.toMatchObject({ reason: 'INVALID_TEMPLATE_FILE' });
    expect(await findTemplate(org, good.id)).toBeUndefined();
  });

  it('keeps an imported version of a shipped template at the next start unless the shipped one is newer', async () => {
    const [shipped] = shippedTemplates();
    const loading = service.app.get(TemplateImport);
    await importing({ ...shipped, name: 'Our own', version: '1.1.1' });
    await loading.onModuleInit();
    expect((await findTemplate(org, shipped?.id ?? '')).name).toBe('Our own');
    await importing({ ...shipped, name: 'Older', version: '0.9.9' });
    await loading.onModuleInit();
    expect(await findTemplate(org, shipped?.id ?? '')).toMatchObject({ name: shipped?.name, version: shipped?.version });
  });
});
