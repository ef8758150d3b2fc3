import { Client } from 'pg';
import { verify } from '../../src/admin/verify/verify';
import { Organizations } from '#platform/auth/organizations';
import { Database } from '#platform/database/database';
import { runJson } from '../support/cli';
import { createDemoDatabase, type DemoDatabase } from '../support/demo-database';
import { send } from '../support/http';
import { aFinding, aVendor, importFindings } from '../support/observations';
import { fetchToken, TestOrganization } from '../support/organization';
import { anEvent, importEvents } from '../support/security-events';
import { startTestApp, type TestApp } from '../support/test-app';

jest.setTimeout(180_000);

/** In this order: the demo next to a customer, then its removal. */
describe('the demo next to another organization', () => {
  let database: DemoDatabase;
  let service: TestApp;
  let customer: TestOrganization;
  let demoToken: string;
  const real = anEvent({ cveIds: ['CVE-2021-44228'] });

  beforeAll(async () => {
    database = await createDemoDatabase();
    service = await startTestApp({ DATABASE_URL: database.serviceUrl });
    demoToken = await fetchToken(service.url, database.credential);

    // Everything that relates a customer to an event: a CVE, a victim in the directory, a response of such a victim.
    customer = await TestOrganization.create(service);
    await aVendor(service, customer, 'payrollharbor.com');
    await aVendor(service, customer, 'harborlane-logistics.com');
    await importFindings(customer, [aFinding('payrollharbor.com', { cveIds: ['CVE-2021-44228'] })]);
    await importEvents(service, [real]);
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  const feed = async (): Promise<string[]> => {
    const { status, body } = await customer.post('security-events/feed', {});
    expect([status, body.totalCount]).toEqual([200, body.securityEvents.length]);
    return body.securityEvents.map(({ eventId }: { eventId: string }) => eventId);
  };
  const demo = (path: string, body: object) =>
    send(`${service.url}/public/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demoToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  async function counts(): Promise<Record<string, string>> {
    const client = new Client({ connectionString: database.adminUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      // The audit log outlives an organization: it says who deleted the demo.
      `SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'organization_id' AND table_name NOT LIKE 'audit%' ORDER BY 1`,
    );
    const found: Record<string, string> = {};
    for (const { name } of rows) {
      const sql = `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS sum FROM ${name} t WHERE organization_id = $1`;
      found[name] = (await client.query<{ sum: string }>(sql, [customer.organization.id])).rows[0]?.sum ?? '';
      const others = await client.query(`SELECT 1 FROM ${name} WHERE organization_id <> $1 LIMIT 1`, [customer.organization.id]);
      found[`${name} of others`] = String(others.rowCount);
    }
    await client.end();
    return found;
  }

  it('keeps its events to the demo organizations', async () => {
    expect(await feed()).toEqual([real.eventId]);
    for (const eventId of ['demo-log4j-wave', 'demo-payrollharbor-ransomware', 'demo-exchange-shells']) {
      const query = { org_domain: customer.organization.domain, event_id: eventId };
      expect([eventId, (await customer.get('security-events/event', query)).status]).toEqual([eventId, 404]);
    }
    const own = (await demo('security-events/feed', {})).body as { securityEvents: { eventId: string }[] };
    const seen = own.securityEvents.map(({ eventId }) => eventId);
    expect(seen).toEqual(
      expect.arrayContaining([real.eventId, 'demo-log4j-wave', 'demo-payrollharbor-ransomware', 'demo-exchange-shells']),
    );
    expect(await verify(service.app.get(Database), service.app.get(Organizations))).toMatchObject({ differences: 0, found: [] });
  });

  it('is removed completely, without touching data of the customer', async () => {
    const before = await counts();
    const settings = database.settings;
    expect(await runJson(settings, 'seed', 'clear')).toEqual({ organizations: 2, securityEvents: expect.any(Number) });
    const after = await counts();
    // Positions in the customer's change feed may move: the response of a vendor in its directory was deleted.
    for (const [name, value] of Object.entries(after).filter(([table]) => !table.startsWith('change') || table.endsWith('of others')))
      expect([name, value]).toEqual([name, name.endsWith('of others') ? '0' : before[name]]);
    expect(await feed()).toEqual([real.eventId]);
    expect(await verify(service.app.get(Database), service.app.get(Organizations))).toMatchObject({ organizations: 1, differences: 0 });
    expect(await runJson(settings, 'seed', 'clear')).toEqual({ organizations: 0, securityEvents: 0 });
  });
});
