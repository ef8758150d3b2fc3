import { reasonOf, TestOrganization } from '../support/organization';
import { sendTo, SHORT_ANSWERS, startExchange } from '../support/questionnaires';
import type { TestApp } from '../support/test-app';

describe('AnswerQuestionnaire', () => {
  let service: TestApp;
  let customer: TestOrganization;
  let vendor: TestOrganization;
  let id: string;

  beforeAll(async () => {
    ({ service, customer, vendor } = await startExchange());
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    id = await sendTo(customer, vendor);
  });

  const answer = (answers: object[], as = vendor) => as.patch(`questionnaires/${id}/answers`, { answers });
  const questions = async (org: TestOrganization) => {
    const { sections } = (await org.get(`questionnaires/${id}`)).body.questionnaire as { sections: { questions: { id: string }[] }[] };
    return Object.fromEntries(sections.flatMap((section) => section.questions).map((question) => [question.id, question]));
  };

  it('saves some answers at a time, and both sides see them', async () => {
    const first = await answer([{ questionId: 'mfa', answer: 'no', comment: 'From January on.' }]);
    expect(first.body.questionnaire).toMatchObject({ status: 'QUESTIONNAIRE_STATUS_IN_PROGRESS', answeredCount: 1 });
    const second = await answer(SHORT_ANSWERS);
    expect(second.body.questionnaire).toMatchObject({ answeredCount: 3, sender: { domain: customer.organization.domain } });
    const seen = await questions(customer);
    expect(seen.mfa).toMatchObject({ answer: 'YES', comment: 'From January on.', files: SHORT_ANSWERS[1]?.files });
    expect(await questions(vendor)).toEqual(seen);
    await answer([{ questionId: 'mfa', answer: null, comment: null, files: [] }]);
    expect((await questions(customer)).mfa).not.toHaveProperty('answer');
  });

  it('keeps both of two answers that are saved at the same time', async () => {
    const answers = await Promise.all(SHORT_ANSWERS.map((each) => answer([each])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await customer.get(`questionnaires/${id}`)).body.questionnaire.answeredCount).toBe(3);
  });

  it('saves nothing when one answer is invalid, and names it', async () => {
    const { status, body } = await answer([
      { questionId: 'owner', answer: 'Somebody' },
      { questionId: 'review', answer: 'last year' },
    ]);
    expect([status, body.details[0].reason, body.details[1].fieldViolations]).toEqual([
      400,
      'INVALID_ANSWER',
      [{ field: 'answers[1].answer', description: 'must be a date such as 2026-01-31' }],
    ]);
    expect((await customer.get(`questionnaires/${id}`)).body.questionnaire.answeredCount).toBe(0);
  });

  it('is only for the organization it was sent to', async () => {
    const stranger = await TestOrganization.create(service);
    for (const org of [stranger, customer]) expect(reasonOf(await answer(SHORT_ANSWERS, org))).toBe('QUESTIONNAIRE_NOT_FOUND');
  });

  it('is refused after submission', async () => {
    await answer(SHORT_ANSWERS);
    await vendor.post(`questionnaires/${id}/submit`, {});
    const refused = await answer([{ questionId: 'mfa', answer: 'NO' }]);
    expect([refused.status, reasonOf(refused)]).toEqual([409, 'QUESTIONNAIRE_STATUS_CONFLICT']);
  });

  it('needs its own scope', async () => {
    const writer = await vendor.withScopes('questionnaires.read,questionnaires.write');
    expect(reasonOf(await answer(SHORT_ANSWERS, writer))).toBe('SCOPE_MISSING');
  });
});
