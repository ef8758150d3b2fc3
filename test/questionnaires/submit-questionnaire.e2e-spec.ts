import { reasonOf, type TestOrganization } from '../support/organization';
import { sendTo, SHORT_ANSWERS, startExchange, submitTo } from '../support/questionnaires';
import type { TestApp } from '../support/test-app';

describe('SubmitQuestionnaire', () => {
  let service: TestApp;
  let customer: TestOrganization;
  let vendor: TestOrganization;

  beforeAll(async () => {
    ({ service, customer, vendor } = await startExchange());
  });
  afterAll(() => service.close());

  const submit = (id: string, as = vendor) => as.post(`questionnaires/${id}/submit`, {});

  it('requires an answer or a comment for every question', async () => {
    const id = await sendTo(customer, vendor);
    await vendor.patch(`questionnaires/${id}/answers`, { answers: SHORT_ANSWERS.slice(0, 1) });
    const refused = await submit(id);
    expect([refused.status, reasonOf(refused), refused.body.details[0].metadata]).toEqual([
      409,
      'QUESTIONNAIRE_INCOMPLETE',
      { questionIds: 'mfa review', count: '2' },
    ]);
    await vendor.patch(`questionnaires/${id}/answers`, { answers: SHORT_ANSWERS });
    expect((await submit(id)).body.questionnaire).toMatchObject({ status: 'QUESTIONNAIRE_STATUS_SUBMITTED', version: 1 });
    expect(reasonOf(await submit(id))).toBe('QUESTIONNAIRE_STATUS_CONFLICT');
  });

  it('keeps every version of the answers', async () => {
    const id = await submitTo(customer, vendor);
    const comments = [{ questionId: 'mfa', text: 'Also for contractors?' }];
    await customer.post(`questionnaires/${id}/review`, { decision: 'QUESTIONNAIRE_DECISION_RETURNED', comments });
    await vendor.patch(`questionnaires/${id}/answers`, { answers: [{ questionId: 'mfa', answer: 'NO' }] });
    expect((await submit(id)).body.questionnaire.version).toBe(2);

    const read = async (org: TestOrganization, version?: number) =>
      (await org.get(`questionnaires/${id}`, version === undefined ? {} : { version })).body.questionnaire;
    for (const org of [customer, vendor]) {
      expect((await read(org)).sections[1].questions[0].answer).toBe('NO');
      expect((await read(org, 1)).sections[1].questions[0].answer).toBe('YES');
      expect((await read(org)).submissions).toEqual([
        { version: 2, source: 'ANSWER_SOURCE_ORGANIZATION', submittedAt: expect.stringMatching(/Z$/), comments: [] },
        expect.objectContaining({ version: 1, decision: 'QUESTIONNAIRE_DECISION_RETURNED', comments }),
      ]);
    }
    expect(reasonOf(await customer.get(`questionnaires/${id}`, { version: 3 }))).toBe('QUESTIONNAIRE_VERSION_NOT_FOUND');
  });

  it('is only for the organization it was sent to, with its own scope', async () => {
    const id = await sendTo(customer, vendor);
    expect(reasonOf(await submit(id, customer))).toBe('QUESTIONNAIRE_NOT_FOUND');
    expect(reasonOf(await submit(id, await vendor.withScopes('questionnaires.read')))).toBe('SCOPE_MISSING');
  });
});
