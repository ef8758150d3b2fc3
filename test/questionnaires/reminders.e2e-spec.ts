import { QuestionnaireUpkeep } from '#modules/questionnaires/questionnaire-upkeep';
import { asOwner } from '../isolation/tenant-tables';
import type { TestOrganization } from '../support/organization';
import { sendTo, startExchange, submitTo } from '../support/questionnaires';
import type { TestApp } from '../support/test-app';

const DAY = 86_400_000;

describe('reminders of questionnaires', () => {
  let service: TestApp;
  let customer: TestOrganization;
  let vendor: TestOrganization;

  beforeAll(async () => {
    ({ service, customer, vendor } = await startExchange());
  });
  afterAll(() => service.close());

  const due = Date.now() + 10 * DAY;
  const remind = (days: number) => service.app.get(QuestionnaireUpkeep).remind(customer.organization.id, new Date(due + days * DAY));

  it('are sent three days before the due date, on it, and every week after that', async () => {
    const id = await sendTo(customer, vendor);
    await customer.post(`questionnaires/${id}/send`, { dueAt: new Date(due).toISOString() });
    await submitTo(customer, vendor);
    const reminded: number[] = [];
    for (const days of [-5, -4, -2.9, -1, 0.1, 1, 5, 7.2, 8, 14.5, 100]) if ((await remind(days)) > 0) reminded.push(days);
    expect(reminded).toEqual([-2.9, 0.1, 7.2, 14.5]);

    for (const org of [customer, vendor]) {
      const { remindedAt } = (await org.get(`questionnaires/${id}`)).body.questionnaire;
      expect(remindedAt).toBe(new Date(due + 14.5 * DAY).toISOString());
    }
    const events = await asOwner<{ operation: string }>(
      `SELECT operation FROM audit_event WHERE organization_id = $1 AND surface = 'AUDIT_SURFACE_SYSTEM'`,
      [customer.organization.id],
    );
    expect(events).toEqual(Array(4).fill({ operation: 'questionnaire reminder' }));
  });

  it('are sent for every organization', async () => {
    await expect(service.app.get(QuestionnaireUpkeep).run()).resolves.toBeUndefined();
  });
});
