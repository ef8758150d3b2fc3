import { reasonOf, type TestOrganization } from '../support/organization';
import { sendTo, startExchange, submitTo } from '../support/questionnaires';
import type { TestApp } from '../support/test-app';

describe('ReviewQuestionnaire', () => {
  let service: TestApp;
  let customer: TestOrganization;
  let vendor: TestOrganization;

  beforeAll(async () => {
    ({ service, customer, vendor } = await startExchange());
  });
  afterAll(() => service.close());

  const review = (id: string, decision: string, changes: object = {}, as = customer) =>
    as.post(`questionnaires/${id}/review`, { decision: `QUESTIONNAIRE_DECISION_${decision}`, ...changes });

  it('completes accepted answers', async () => {
    const id = await submitTo(customer, vendor);
    const { body } = await review(id, 'ACCEPTED');
    expect(body.questionnaire).toMatchObject({ status: 'QUESTIONNAIRE_STATUS_COMPLETED', reviewedAt: expect.stringMatching(/Z$/) });
    expect((await vendor.get(`questionnaires/${id}`)).body.questionnaire.status).toBe('QUESTIONNAIRE_STATUS_COMPLETED');
    expect(reasonOf(await review(id, 'ACCEPTED'))).toBe('QUESTIONNAIRE_STATUS_CONFLICT');
  });

  it('returns answers with comments that the vendor reads, and a new due date', async () => {
    const id = await submitTo(customer, vendor);
    const comments = [{ questionId: 'mfa', text: 'Please attach the policy.' }, { text: 'Otherwise fine.' }];
    const { body } = await review(id, 'RETURNED', { comments, dueAt: '2031-01-01T00:00:00Z' });
    expect(body.questionnaire).toMatchObject({ status: 'QUESTIONNAIRE_STATUS_IN_PROGRESS', dueAt: '2031-01-01T00:00:00.000Z' });
    const [submission] = (await vendor.get(`questionnaires/${id}`)).body.questionnaire.submissions;
    expect(submission).toMatchObject({ decision: 'QUESTIONNAIRE_DECISION_RETURNED', comments });
  });

  it('refuses to return answers without a reason, or with a comment on an unknown question', async () => {
    const id = await submitTo(customer, vendor);
    expect((await review(id, 'RETURNED')).status).toBe(400);
    const unknown = await review(id, 'RETURNED', { comments: [{ questionId: 'nope', text: 'Hm.' }] });
    expect([unknown.status, unknown.body.details[1].fieldViolations[0].field]).toEqual([400, 'comments[0].questionId']);
  });

  it('is refused before submission', async () => {
    const id = await sendTo(customer, vendor);
    expect(reasonOf(await review(id, 'ACCEPTED'))).toBe('QUESTIONNAIRE_STATUS_CONFLICT');
  });

  it('is only for the asking organization, with the write scope', async () => {
    const id = await submitTo(customer, vendor);
    expect(reasonOf(await review(id, 'ACCEPTED', {}, vendor))).toBe('QUESTIONNAIRE_NOT_FOUND');
    expect(reasonOf(await review(id, 'ACCEPTED', {}, await customer.withScopes('questionnaires.read')))).toBe('SCOPE_MISSING');
  });
});
