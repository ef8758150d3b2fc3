import { asOwner } from '../isolation/tenant-tables';
import { TestOrganization } from '../support/organization';
import { draftFor, sendTo, startExchange } from '../support/questionnaires';
import type { TestApp } from '../support/test-app';
import { Organizations } from '#platform/auth/organizations';

describe('the URL of a link', () => {
  let service: TestApp;
  let customer: TestOrganization;
  let vendor: TestOrganization;
  let id: string;
  let url: string;

  beforeAll(async () => {
    ({ service, customer, vendor } = await startExchange());
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    id = await draftFor(customer, {});
    url = await link();
  });

  const link = async () =>
    (await customer.post(`questionnaires/${id}/send`, { channel: 'QUESTIONNAIRE_CHANNEL_LINK' })).body.link.url as string;
  const post = (fields: Record<string, string>, at = url) =>
    fetch(at, { method: 'POST', body: new URLSearchParams({ revision: '0', action: 'save', ...fields }), redirect: 'manual' });
  const statusOf = async (at = url) => (await fetch(at)).status;

  it('shows one questionnaire, uncached, unframed, and without foreign resources', async () => {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    });
    expect(await response.text()).toContain('Who is responsible?');
    expect((await fetch(`${service.url}/answer/answer.css`)).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  it('stops working when it is replaced, and when the answers are accepted', async () => {
    const next = await link();
    expect([await statusOf(), await statusOf(next)]).toEqual([404, 200]);
    expect((await post({ 'a-owner': 'Late' })).status).toBe(404);
    const done = await post({ action: 'submit', 'a-owner': 'IT', 'a-mfa': 'YES', 'c-review': 'Never.' }, next);
    expect([done.status, done.headers.get('location')]).toEqual([303, '?saved=1']);
    expect(await statusOf(next)).toBe(200);
    await customer.post(`questionnaires/${id}/review`, { decision: 'QUESTIONNAIRE_DECISION_ACCEPTED' });
    expect(await statusOf(next)).toBe(404);
  });

  it('stops working when it is sent to an organization instead, when it expires, and when the sender is suspended', async () => {
    id = await sendTo(customer, vendor);
    const given = await link();
    expect(await statusOf(given)).toBe(200);
    await customer.post(`questionnaires/${id}/send`, { channel: 'QUESTIONNAIRE_CHANNEL_ORGANIZATION' });
    expect(await statusOf(given)).toBe(404);

    await asOwner(
      `UPDATE questionnaire SET link_expires_at = now() - interval '1 second' WHERE link_id IS NOT NULL AND organization_id = $1`,
      [customer.organization.id],
    );
    expect(await statusOf()).toBe(404);

    const other = await TestOrganization.create(service);
    id = await draftFor(other, {});
    const theirs = (await other.post(`questionnaires/${id}/send`, {})).body.link.url as string;
    expect(await statusOf(theirs)).toBe(200);
    await service.app.get(Organizations).suspend(other.organization.domain);
    expect(await statusOf(theirs)).toBe(404);
  });

  it('refuses a token that this service did not issue', async () => {
    expect(await statusOf(`${service.url}/answer/${'A'.repeat(114)}`)).toBe(404);
    expect(await statusOf(`${url}x`)).toBe(404);
  });

  it('refuses a form that is too large, and one with characters that cannot be stored', async () => {
    expect((await post({ 'a-owner': 'x'.repeat(300_000) })).status).toBe(413);
    expect((await post({ 'a-owner': 'x'.repeat(10_001) })).status).toBe(400);
    expect((await post({ 'a-owner': 'a\0b' })).status).toBe(400);
    expect((await customer.get(`questionnaires/${id}`)).body.questionnaire.answeredCount).toBe(0);
  });

  it('is written to the audit log of the customer, with the address of the person who answered', async () => {
    await post({ 'a-owner': 'IT' });
    const { body } = await customer.post('audit-events', { filters: { operations: ['AnswerQuestionnaire'] } });
    expect(body.auditEvents[0]).toMatchObject({
      surface: 'AUDIT_SURFACE_LINK',
      actor: { type: 'ACTOR_TYPE_LINK', sourceAddress: expect.stringMatching(/127\.0\.0\.1$/) },
      targets: [expect.objectContaining({ id })],
    });
  });

  it('is rate limited', async () => {
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length < 70) statuses.push(await statusOf());
    expect(statuses.at(-1)).toBe(429);
  });
});
