import { QuestionnaireFindings } from '#modules/questionnaires/questionnaire-findings';
import { TemplateImport } from '#modules/questionnaires/template-import';
import { TestOrganization } from '../support/organization';
import { createQuestionnaire } from '../support/questionnaires';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, type AnyVendor } from '../support/vendors';

const TEMPLATE = {
  id: 'short-with-findings',
  name: 'Short with findings',
  version: '1.0.0',
  sections: [
    {
      title: 'Protection',
      questions: [
        { id: 'disk', text: 'Are disks encrypted?', kind: 'YES_NO', finding: { when: 'NO', category: 'ENCRYPTION', severity: 'HIGH' } },
        { id: 'owner', text: 'Who is responsible?', kind: 'TEXT' },
      ],
    },
  ],
};

describe('failed answers', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
    await service.app.get(TemplateImport).import(JSON.stringify(TEMPLATE));
  });
  afterAll(() => service.close());

  const draft = async (vendor: AnyVendor) =>
    (await createQuestionnaire(org, { vendorId: vendor.id, templateId: TEMPLATE.id })).body.questionnaire.id as string;

  /** Submits an answer, and waits for its effects. */
  async function answer(id: string, disk: string): Promise<void> {
    const csv = `question_id,answer\ndisk,${disk}\nowner,IT\n`;
    expect((await org.post(`questionnaires/${id}/answers/import`, { csv, submit: true })).status).toBe(200);
    await service.app.get(QuestionnaireFindings).record(org.organization.id);
  }

  const observations = async (vendor: AnyVendor) => {
    const { body } = await org.post('observations', { mode: 'OBSERVATION_MODE_ALL' });
    return (body.observations as AnyVendor[]).filter((each) => each.vendor?.domainName === vendor.domainName);
  };

  it('open an observation with the category and severity of the template, which is resolved when the answer changes', async () => {
    const vendor = await createVendor(org, { isMonitored: true });
    const id = await draft(vendor);
    await answer(id, 'NO');
    const [opened, ...others] = await observations(vendor);
    expect(others).toEqual([]);
    expect(opened).toMatchObject({
      title: 'Are disks encrypted?',
      category: 'OBSERVATION_CATEGORY_ENCRYPTION',
      severity: 'OBSERVATION_SEVERITY_HIGH',
      state: 'OBSERVATION_STATE_OPEN',
      source: { name: 'questionnaire' },
    });

    const returned = { decision: 'QUESTIONNAIRE_DECISION_RETURNED', comments: [{ questionId: 'disk', text: 'Please encrypt them.' }] };
    expect((await org.post(`questionnaires/${id}/review`, returned)).status).toBe(200);
    await answer(id, 'YES');
    expect(await observations(vendor)).toMatchObject([{ orn: opened.orn, state: 'OBSERVATION_STATE_RESOLVED' }]);
    const { actions } = (await org.post('observations/actions', { orn: opened.orn })).body;
    expect(JSON.stringify(actions)).toContain('The vendor gave another answer.');

    // The next questionnaire updates the same observation.
    await answer(await draft(vendor), 'NO');
    expect(await observations(vendor)).toMatchObject([{ orn: opened.orn, state: 'OBSERVATION_STATE_OPEN' }]);
  });

  it('wait until the vendor is monitored', async () => {
    const vendor = await createVendor(org);
    await answer(await draft(vendor), 'NO');
    expect(await observations(vendor)).toEqual([]);
    await org.patch(`vendors/${vendor.id}`, { isMonitored: true });
    await service.app.get(QuestionnaireFindings).record(org.organization.id);
    expect(await observations(vendor)).toHaveLength(1);
  });
});
