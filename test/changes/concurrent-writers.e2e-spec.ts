import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { differences, everythingListed, Follower } from '../support/follower';
import { aFinding, importFindings } from '../support/observations';
import { TestOrganization } from '../support/organization';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain, type AnyVendor } from '../support/vendors';

/** How long the writers write; longer with the variable. */
const SECONDS = Number(process.env.FOLLOW_SECONDS ?? 8);

describe('a follower beside writers that commit in any order', () => {
  let service: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    service = await startTestApp();
    org = await TestOrganization.create(service);
  });
  afterAll(() => service.close());

  /** Writes groups in a transaction, pauses, and commits, rolls back or is killed. */
  async function pausingWriter(until: number): Promise<void> {
    const { id } = org.organization;
    while (Date.now() < until) {
      const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
      client.on('error', () => undefined);
      await client.connect();
      try {
        await client.query('BEGIN');
        await client.query(`SELECT set_config('role', 'vendor_risk_service', true), set_config('app.organization_id', $1, true)`, [id]);
        for (let row = randomInt(3); row >= 0; row -= 1) {
          await client.query(
            `INSERT INTO vendor_group (organization_id, id, name, created_at, updated_at) VALUES ($1, gen_random_uuid(), gen_random_uuid()::text, now(), now())`,
            [id],
          );
          await client.query(
            `UPDATE vendor_group SET description = gen_random_uuid()::text, updated_at = now()
              WHERE (organization_id, id) IN (SELECT organization_id, id FROM vendor_group WHERE organization_id = $1 LIMIT 1 FOR UPDATE SKIP LOCKED)`,
            [id],
          );
        }
        await pause(randomInt(120));
        const fate = randomInt(10);
        if (fate === 0) await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
        else await client.query(fate < 3 ? 'ROLLBACK' : 'COMMIT');
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  /** What customers do all day: import, flag, stop and start monitoring, rename, delete, add. A busy database may refuse some of it. */
  async function caller(vendors: AnyVendor[], until: number): Promise<void> {
    while (Date.now() < until) {
      const vendor = vendors[randomInt(vendors.length)];
      const actions: (() => Promise<unknown>)[] = [
        () =>
          importFindings(
            org,
            Array.from({ length: 5 }, () => aFinding(`h${randomInt(8)}.${vendor.domainName}`, { severity: ['LOW', 'HIGH'][randomInt(2)] })),
          ),
        () => org.post('observations/actions/flag', { filters: [] }),
        () => org.patch(`vendors/${vendor.id}`, { isMonitored: randomInt(2) === 0 }),
        () => org.patch(`vendors/${vendor.id}`, { companyName: `Company ${randomInt(100)}` }),
        () => org.post('vendors/bulk-delete', { ids: [vendor.id] }),
        async () => {
          const { body } = await org.post('vendors/create', { domainName: newDomain(), isMonitored: true });
          if (body.vendor) vendors[vendors.indexOf(vendor)] = body.vendor;
        },
      ];
      await (actions[randomInt(actions.length)] as () => Promise<unknown>)();
    }
  }

  it('ends with exactly what the lists show', async () => {
    const vendors = await Promise.all(Array.from({ length: 4 }, () => createVendor(org, { isMonitored: true })));
    const until = Date.now() + SECONDS * 1000;
    const follower = new Follower(org, { limit: 50 });
    let told = 0;
    const following = async () => {
      while (Date.now() < until) told += (await follower.follow()).length;
    };
    await Promise.all([
      following(),
      ...Array.from({ length: 4 }, () => pausingWriter(until)),
      ...[0, 1, 2, 3].map(() => caller(vendors, until)),
    ]);
    await follower.follow();
    expect(told).toBeGreaterThan(0);
    expect(differences(follower.copy, await everythingListed(org))).toEqual([]);
    const fresh = new Follower(org);
    await fresh.follow();
    expect(differences(fresh.copy, follower.copy)).toEqual([]);
  });
});
