import { reasonOf, type TestOrganization } from '../support/organization';
import { Follower } from '../support/follower';
import { draftFor, sendTo, startExchange, submitTo } from '../support/questionnaires';
import type { TestApp } from '../support/test-app';

const UNKNOWN = '0192f0c1-5d2e-7c3a-9b1f-3f6f2f1c9a10';

describe('SendQuestionnaire', () => {
  let service: TestApp;
  let customer: TestOrganization;
  let vendor: TestOrganization;

  beforeAll(async () => {
    ({ service, customer, vendor } = await startExchange());
  });
  afterAll(() => service.close());

  it('reaches the organization that owns the domain, with a due date and a message', async () => {
    const id = await draftFor(customer, { domainName: vendor.organization.domain });
    const { status, body } = await customer.post(`questionnaires/${id}/send`, { dueAt: '2030-01-31T12:00:00+01:00', message: 'Please.' });
    expect({ status, body: body as unknown }).toEqual({
      status: 200,
      body: {
        questionnaire: expect.objectContaining({
          id,
          status: 'QUESTIONNAIRE_STATUS_SENT',
          dueAt: '2030-01-31T11:00:00.000Z',
          sentAt: expect.stringMatching(/Z$/),
          version: 0,
        }),
      },
    });
    const read = (await vendor.get(`questionnaires/${id}`)).body.questionnaire;
    const { name, domain } = customer.organization;
    expect(read).toMatchObject({ id, message: 'Please.', sender: { name, domain }, status: 'QUESTIONNAIRE_STATUS_SENT' });
    expect(read.sections).toHaveLength(2);
  });

  it('creates a link if no organization owns the domain, and a new one each time', async () => {
    const id = await draftFor(customer, {});
    const send = async () => (await customer.post(`questionnaires/${id}/send`, {})).body.link as { url: string; expiresAt: string };
    const [first, second] = [await send(), await send()];
    expect(first.url).toMatch(new RegExp(`^${service.url}/answer/[\\w-]{114}$`));
    expect(second.url).not.toBe(first.url);
    const days = (Date.parse(second.expiresAt) - Date.now()) / 86_400_000;
    expect([Math.round(days), days <= 30]).toEqual([30, true]);
    expect((await customer.get(`questionnaires/${id}`)).body.questionnaire.linkExpiresAt).toBe(second.expiresAt);
  });

  it('revokes the access of the organization when it is sent by link instead', async () => {
    const id = await sendTo(customer, vendor);
    expect((await vendor.get(`questionnaires/${id}`)).status).toBe(200);
    expect((await customer.post(`questionnaires/${id}/send`, { channel: 'QUESTIONNAIRE_CHANNEL_LINK' })).body.link).toBeDefined();
    expect(reasonOf(await vendor.get(`questionnaires/${id}`))).toBe('QUESTIONNAIRE_NOT_FOUND');
    expect(reasonOf(await vendor.patch(`questionnaires/${id}/answers`, { answers: [{ questionId: 'mfa', answer: 'YES' }] }))).toBe(
      'QUESTIONNAIRE_NOT_FOUND',
    );
  });

  it('revokes a link, before and after submission', async () => {
    const id = await draftFor(customer, {});
    const send = (body: object) => customer.post(`questionnaires/${id}/send`, body);
    const revoke = () => send({ channel: 'QUESTIONNAIRE_CHANNEL_NONE' });
    const linkStatus = async (url: string) => (await fetch(url)).status;
    const first = (await send({})).body.link.url as string;
    expect(await linkStatus(first)).toBe(200);
    const { body } = await revoke();
    expect(body).not.toHaveProperty('link');
    expect(body.questionnaire.status).toBe('QUESTIONNAIRE_STATUS_DRAFT');
    for (const field of ['sentAt', 'linkExpiresAt']) expect(body.questionnaire).not.toHaveProperty(field);
    expect(await linkStatus(first)).toBe(404);
    expect(reasonOf(await revoke())).toBe('QUESTIONNAIRE_STATUS_CONFLICT');

    const second = (await send({})).body.link.url as string;
    const form = new URLSearchParams({ revision: '0', action: 'submit', 'a-owner': 'IT', 'a-mfa': 'YES', 'c-review': 'Never.' });
    expect((await fetch(second, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
    expect((await revoke()).body.questionnaire.status).toBe('QUESTIONNAIRE_STATUS_SUBMITTED');
    expect([await linkStatus(first), await linkStatus(second)]).toEqual([404, 404]);
    const { auditEvents } = (await customer.post('audit-events', { filters: { operations: ['SendQuestionnaire'] } })).body;
    expect(auditEvents[0].changes).toContainEqual(expect.objectContaining({ field: 'channel', after: 'QUESTIONNAIRE_CHANNEL_NONE' }));
  });

  it('appears in the change feeds of both sides, as does its removal', async () => {
    const [asking, asked] = [customer, vendor].map((org) => new Follower(org, { resourceTypes: ['CHANGE_RESOURCE_TYPE_QUESTIONNAIRE'] }));
    await asking!.follow();
    await asked!.follow();
    const id = await sendTo(customer, vendor);
    const told = async (follower: Follower | undefined) =>
      (await follower!.follow()).map((change) => [
        change.id,
        change.changeType.slice(12),
        (change.questionnaire as { status?: string } | undefined)?.status,
      ]);
    expect(await told(asking)).toEqual([[id, 'UPSERTED', 'QUESTIONNAIRE_STATUS_SENT']]);
    expect(await told(asked)).toEqual([[id, 'UPSERTED', 'QUESTIONNAIRE_STATUS_SENT']]);
    await vendor.patch(`questionnaires/${id}/answers`, { answers: [{ questionId: 'mfa', answer: 'YES' }] });
    expect(await told(asking)).toEqual([[id, 'UPSERTED', 'QUESTIONNAIRE_STATUS_IN_PROGRESS']]);
    expect(await told(asked)).toEqual([[id, 'UPSERTED', 'QUESTIONNAIRE_STATUS_IN_PROGRESS']]);
    await customer.post(`questionnaires/${id}/send`, { channel: 'QUESTIONNAIRE_CHANNEL_LINK' });
    expect(await told(asked)).toEqual([[id, 'REMOVED', undefined]]);
  });

  it('refuses invalid requests', async () => {
    const id = await draftFor(customer, {});
    const send = (body: object, at = id) => customer.post(`questionnaires/${at}/send`, body);
    expect(reasonOf(await send({ channel: 'QUESTIONNAIRE_CHANNEL_ORGANIZATION' }))).toBe('VENDOR_NOT_AN_ORGANIZATION');
    expect((await send({ dueAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
    expect(reasonOf(await send({}, UNKNOWN))).toBe('QUESTIONNAIRE_NOT_FOUND');
    expect(reasonOf(await send({}, 'nonsense'))).toBe('QUESTIONNAIRE_NOT_FOUND');
    const submitted = await submitTo(customer, vendor);
    const refused = await send({}, submitted);
    expect([refused.status, reasonOf(refused)]).toEqual([409, 'QUESTIONNAIRE_STATUS_CONFLICT']);
    const { vendorId } = (await customer.get(`questionnaires/${id}`)).body.questionnaire;
    await customer.post('vendors/bulk-offboard', { ids: [vendorId] });
    expect(reasonOf(await send({}))).toBe('VENDOR_OFFBOARDED');
  });

  it('needs the write scope', async () => {
    const reader = await customer.withScopes('questionnaires.read');
    expect(reasonOf(await reader.post(`questionnaires/${UNKNOWN}/send`, {}))).toBe('SCOPE_MISSING');
  });
});
