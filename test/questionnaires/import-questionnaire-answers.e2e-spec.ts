import { reasonOf, type TestOrganization } from '../support/organization';
import { draftFor, sendTo, startExchange, submitTo } from '../support/questionnaires';
import type { TestApp } from '../support/test-app';

const CSV = 'question_id,answer,comment\nowner,The head of IT,\nmfa,yes,Since May\nreview,,Never\n';

describe('ImportQuestionnaireAnswers', () => {
  let service: TestApp;
  let customer: TestOrganization;
  let vendor: TestOrganization;

  beforeAll(async () => {
    ({ service, customer, vendor } = await startExchange());
  });
  afterAll(() => service.close());

  const take = (id: string, csv: string, changes: object = {}, as = customer) =>
    as.post(`questionnaires/${id}/answers/import`, { csv, ...changes });

  it('stores the answers of a file, and submits them when asked to', async () => {
    const id = await draftFor(customer, {});
    const { body } = await take(id, CSV);
    expect(body).toMatchObject({ acceptedCount: 3, rejectedCount: 0, rejections: [] });
    expect(body.questionnaire).toMatchObject({ status: 'QUESTIONNAIRE_STATUS_IN_PROGRESS', answeredCount: 3, version: 0 });
    const submitted = await take(id, 'question_id,answer\nmfa,NO\n', { submit: true });
    expect(submitted.body.questionnaire).toMatchObject({ status: 'QUESTIONNAIRE_STATUS_SUBMITTED', version: 1 });
    const read = (await customer.get(`questionnaires/${id}`)).body.questionnaire;
    expect(read.sections[1].questions[0]).toMatchObject({ answer: 'NO', comment: 'Since May' });
    expect(read.submissions[0].source).toBe('ANSWER_SOURCE_IMPORT');
    expect(reasonOf(await take(id, CSV))).toBe('QUESTIONNAIRE_STATUS_CONFLICT');
  });

  it('rejects invalid rows with their reason, and stores the others', async () => {
    const id = await draftFor(customer, {});
    const { body } = await take(id, 'question_id,answer\nmfa,perhaps\nnope,YES\nowner,IT\nowner,Ops\nreview\n');
    expect(body.rejections.map(({ rowIndex, questionId, code }: Record<string, unknown>) => [rowIndex, questionId, code])).toEqual([
      [1, 'mfa', 'INVALID_ANSWER'],
      [2, 'nope', 'UNKNOWN_QUESTION'],
      [4, 'owner', 'DUPLICATE_ROW'],
      [5, undefined, 'COLUMN_COUNT_MISMATCH'],
    ]);
    expect([body.acceptedCount, body.rejectedCount, body.questionnaire.answeredCount]).toEqual([1, 4, 1]);
  });

  it('stores nothing of an invalid file, or of one that leaves questions open when submitting', async () => {
    const id = await draftFor(customer, {});
    expect(reasonOf(await take(id, 'answer\nYES\n'))).toBe('INVALID_CSV');
    expect(reasonOf(await take(id, `question_id,answer\n${'mfa,YES\n'.repeat(201)}`))).toBe('INVALID_CSV');
    expect(reasonOf(await take(id, 'question_id,answer\nmfa,YES\n', { submit: true }))).toBe('QUESTIONNAIRE_INCOMPLETE');
    expect((await customer.get(`questionnaires/${id}`)).body.questionnaire.answeredCount).toBe(0);
  });

  it('become suggestions for the next questionnaire', async () => {
    await submitTo(customer, vendor);
    const id = await sendTo(customer, vendor);
    await vendor.patch(`questionnaires/${id}/answers`, { answers: [{ questionId: 'owner', answer: 'Somebody new' }] });
    for (const org of [customer, vendor]) {
      const { sections } = (await org.get(`questionnaires/${id}`)).body.questionnaire;
      expect(sections[0].questions[0]).not.toHaveProperty('suggestion');
      expect(sections[1].questions.map((question: { suggestion?: object }) => question.suggestion)).toEqual([
        { answer: 'YES' },
        { comment: 'Not yet.' },
      ]);
    }
    const url = (await customer.post(`questionnaires/${id}/send`, { channel: 'QUESTIONNAIRE_CHANNEL_LINK' })).body.link.url as string;
    expect(await (await fetch(url)).text()).toContain('Last time: Not yet.');
    const fill = new URLSearchParams({ revision: '1', action: 'suggest', 'a-owner': 'Somebody new' });
    expect((await fetch(url, { method: 'POST', body: fill, redirect: 'manual' })).status).toBe(303);
    expect((await customer.get(`questionnaires/${id}`)).body.questionnaire).toMatchObject({ answeredCount: 3 });
  });

  it('is only for the asking organization, with the write scope', async () => {
    const id = await sendTo(customer, vendor);
    expect(reasonOf(await take(id, CSV, {}, vendor))).toBe('QUESTIONNAIRE_NOT_FOUND');
    expect(reasonOf(await take(id, CSV, {}, await customer.withScopes('questionnaires.read,questionnaires.answer')))).toBe('SCOPE_MISSING');
  });
});
