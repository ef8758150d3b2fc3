import { shippedTemplates } from '#modules/questionnaires/template-file';
import { reasonOf, TestOrganization } from '../support/organization';
import { findTemplate } from '../support/questionnaires';
import { startTestApp, type TestApp } from '../support/test-app';

describe('GetQuestionnaireTemplates', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  it('lists the templates with their sections', async () => {
    const shipped = shippedTemplates().find(({ id }) => id === 'security-baseline');
    expect(await findTemplate(org, 'security-baseline')).toEqual({
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

  it('needs the read scope of questionnaires', async () => {
    const directory = await org.withScopes('vendor-directory.read');
    expect(reasonOf(await directory.get('questionnaires/templates'))).toBe('SCOPE_MISSING');
  });
});
