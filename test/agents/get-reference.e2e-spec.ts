import { catalogueOf } from '#platform/filters/filter.dto';
import { parseFilters } from '#platform/filters/parse-filter';
import { OperationRegistry } from '#platform/operations/operation.registry';
import { SCORE_MODEL } from '#modules/scores/score-model';
import { reasonOf, TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';

describe('GetReference', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  const read = async (topic: string) =>
    (await org.get('reference', { topic })).body.reference as { topic: string; title: string; text: string };

  it.each([
    ['filters/observations', 'GetObservations'],
    ['filters/vendors', 'GetVendors'],
  ])('explains %s: every field, and examples that %s accepts', async (topic, list) => {
    const request = service.app.get(OperationRegistry).find(list)?.spec.request;
    const catalogue = request && catalogueOf(request);
    if (!catalogue) throw new Error(`${list} takes no filters.`);
    const { text, title } = await read(topic);
    expect(title).toBe(`Filters of ${list}`);
    for (const field of Object.keys(catalogue.fields)) expect(text).toContain(field);
    const examples = [...text.matchAll(/^Example: (.*)$/gm)].map(([, example = '']) => JSON.parse(example) as unknown);
    expect(examples).toHaveLength(2);
    for (const example of examples) expect(parseFilters(example, catalogue).violations).toBeUndefined();
  });

  it('explains scores with the numbers of the model', async () => {
    const { text } = await read('scoring');
    for (const [category, { overall, breach, ransomware }] of Object.entries(SCORE_MODEL.weights)) {
      expect(text).toContain(`| ${category} | ${overall} | ${breach} | ${ransomware} |`);
    }
    expect(text).toContain('A from 90, B from 80, C from 70, D from 60, F from 0');
  });

  it('gives the whole schemas of a tool', async () => {
    const { text } = await read('tools/GetVendorGroups');
    expect(JSON.parse(text)).toMatchObject({
      name: 'GetVendorGroups',
      inputSchema: { properties: { offset: { minimum: 0 } } },
      outputSchema: { properties: { vendorGroups: { type: 'array' } } },
    });
  });

  it.each(['nonesuch', 'tools/', 'tools/Nonesuch', 'tools/ExportVendors'])('has no topic %s', async (topic) => {
    expect(reasonOf(await org.get('reference', { topic }))).toBe('TOPIC_NOT_FOUND');
  });
});
