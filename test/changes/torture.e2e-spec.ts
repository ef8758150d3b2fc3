import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { freePort } from '#platform/config/free-port';
import type { RunningPostgres } from '#platform/embedded-postgres/embedded-postgres';
import { rule } from '../support/filters';
import { differences, everythingListed, Follower } from '../support/follower';
import { aFinding, importFindings } from '../support/observations';
import { reasonOf, TestOrganization, type Answer } from '../support/organization';
import { asked, Postmaster } from '../../bench/postmaster';
import { ServiceProcess } from '../support/service-process';
import { startTemporaryPostgres } from '../support/temporary-postgres';
import { startTestApp, type TestApp } from '../support/test-app';
import { createVendor, newDomain, type AnyVendor } from '../support/vendors';
import { msUntil, pause } from '../support/wait';
import { WebhookMirror } from '../support/webhook-mirror';
import { WebhookReceiver, type Received, type Reply } from '../support/webhook-receiver';
import { createWebhook } from '../support/webhooks';

/** How long the writers write. `npm run trial -- changes` takes half an hour, with twice as many of them. */
const SECONDS = Number(process.env.TORTURE_SECONDS ?? 3);
const LONG = process.env.TORTURE_SECONDS !== undefined;
/** Seconds between two kills: of PostgreSQL, of the service, of PostgreSQL, and so on. */
const KILL_EVERY_SECONDS = Number(process.env.TORTURE_KILL_EVERY ?? 1);
/** Both are killed, however short the run. */
const MIN_KILLS = 2;
const WRITERS = LONG ? 4 : 2;
const CALLERS = LONG ? 4 : 2;
const BASE = 'http://vendor-risk.test';
/** What may be refused while parts are down or busy. Everything else fails the test. */
const EXPECTED_STATUSES = [200, 404, 409, 503, 504];

const EVERY_OBSERVATION = [rule('SEVERITY', 'GREATER_THAN_OR_EQUAL', { stringValue: 'OBSERVATION_SEVERITY_INFO' })];
/** A call in ten is refused, one is lost, and one is taken, but its response is lost: it comes again. */
const REPLIES: readonly Reply[] = [500, 'reset', 'reset'];

const PENDING = `
  SELECT (SELECT count(*) FROM change_event)::int AS events, (SELECT count(*) FROM webhook_delivery WHERE status = 1)::int AS deliveries`;
/** The time of the next attempt comes. What a killed process held is left to expire. */
const HASTEN = `
  WITH due AS (UPDATE webhook_delivery SET next_attempt_at = now() WHERE status = 1 AND next_attempt_at > now() RETURNING organization_id, webhook_id)
  SELECT count(job_send('webhook-deliveries', organization_id || '/' || webhook_id, now())) FROM (SELECT DISTINCT * FROM due) d`;

describe('a follower of the change feed and a webhook receiver, under concurrent writers and kills', () => {
  let postgres: RunningPostgres;
  let postmaster: Postmaster;
  let admin: TestApp;
  let service: ServiceProcess;
  let port: number;
  let org: TestOrganization;
  let receiver: WebhookReceiver;
  const mirror = new WebhookMirror();
  const delivered = { calls: 0, ids: new Set<unknown>() };
  const refusals = new Map<string, number>();
  let isOver = false;
  const count = (what: string) => refusals.set(what, (refusals.get(what) ?? 0) + 1);

  beforeAll(async () => {
    postgres = await startTemporaryPostgres();
    postmaster = await Postmaster.of(postgres);
    admin = await startTestApp({ DATABASE_URL: postgres.serviceUrl, PUBLIC_BASE_URL: BASE });
    port = await freePort();
    service = await start();
    org = (await TestOrganization.create(admin)).through(service.url);
    receiver = await WebhookReceiver.start();
    receiver.reply = (_, call) => {
      const fate = randomInt(10);
      if (fate > 1) take(call);
      return REPLIES[fate] ?? 204;
    };
    await createWebhook(org, { url: receiver.url });
  });
  afterAll(async () => {
    await service.kill();
    await receiver.close();
    await admin.close();
    await postgres.stop();
  });

  function start(): Promise<ServiceProcess> {
    return ServiceProcess.start({
      PORT: String(port),
      PUBLIC_BASE_URL: BASE,
      DATABASE_URL: postgres.serviceUrl,
      DATABASE_MIGRATION_URL: postgres.adminUrl,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'silent',
    });
  }

  function take(call: Received): void {
    mirror.take(call);
    delivered.calls += 1;
    delivered.ids.add(call.headers['webhook-id']);
    receiver.received.length = 0; // a long run would fill the memory
  }

  /** Writes groups in a transaction, pauses, and commits, rolls back or is killed. */
  async function pausingWriter(): Promise<void> {
    while (!isOver) await pausingTransaction().catch(() => pause(100));
  }

  async function pausingTransaction(): Promise<void> {
    const { id } = org.organization;
    const client = new Client({ connectionString: postgres.serviceUrl });
    client.on('error', () => undefined);
    try {
      await client.connect();
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
      if (fate === 0) await client.query('SET LOCAL ROLE NONE; SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
      else await client.query(fate < 3 ? 'ROLLBACK' : 'COMMIT');
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** What customers do all day: import, flag, stop and start monitoring, rename, delete, add. */
  async function caller(vendors: AnyVendor[]): Promise<void> {
    while (!isOver) {
      const vendor = vendors[randomInt(vendors.length)];
      const actions: (() => Promise<Answer>)[] = [
        () =>
          importFindings(
            org,
            Array.from({ length: 5 }, () => aFinding(`h${randomInt(8)}.${vendor.domainName}`, { severity: ['LOW', 'HIGH'][randomInt(2)] })),
          ),
        () => org.post('observations/actions/flag', { filters: EVERY_OBSERVATION }),
        () => org.post('observations/actions/unflag', { filters: EVERY_OBSERVATION }),
        () => org.patch(`vendors/${vendor.id}`, { isMonitored: randomInt(2) === 0 }),
        () => org.patch(`vendors/${vendor.id}`, { companyName: `Company ${randomInt(100)}` }),
        () => org.post('vendors/bulk-delete', { ids: [vendor.id] }),
        async () => {
          const answer = await org.post('vendors/create', { domainName: newDomain(), isMonitored: true });
          if (answer.body.vendor) vendors[vendors.indexOf(vendor)] = answer.body.vendor;
          return answer;
        },
      ];
      const answer = await (actions[randomInt(actions.length)] as () => Promise<Answer>)().catch(() => undefined);
      if (answer === undefined) {
        count('no response');
        await pause(100);
      } else if (answer.status !== 200) count(`${answer.status} ${reasonOf(answer) ?? ''}`);
    }
  }

  async function killer(until: number): Promise<number> {
    let kills = 0;
    while (kills < MIN_KILLS || Date.now() + KILL_EVERY_SECONDS * 1000 < until) {
      await pause(KILL_EVERY_SECONDS * 1000);
      if (kills % 2 === 0) {
        postmaster.kill();
        await postmaster.start();
      } else {
        await service.kill();
        service = await start();
      }
      kills += 1;
    }
    await pause(Math.max(0, until - Date.now()));
    return kills;
  }

  /** Everything up to now, however often the service is down meanwhile. */
  async function follow(follower: Follower): Promise<number> {
    return follower.follow().then(
      ({ length }) => length,
      async () => {
        await pause(50);
        return 0;
      },
    );
  }

  it('end with exactly the rows of the lists', async () => {
    const vendors = await Promise.all(Array.from({ length: 4 }, () => createVendor(org, { isMonitored: true })));
    const follower = new Follower(org, { limit: 50 });
    let told = 0;
    const following = async () => {
      while (!isOver) told += await follow(follower);
    };
    const killing = killer(Date.now() + SECONDS * 1000).finally(() => {
      isOver = true;
    });
    const [kills] = await Promise.all([
      killing,
      following(),
      ...Array.from({ length: WRITERS }, () => pausingWriter()),
      ...Array.from({ length: CALLERS }, () => caller(vendors)),
    ]);
    const unexpected = [...refusals.keys()].filter((what) => what !== 'no response' && !EXPECTED_STATUSES.includes(parseInt(what)));
    expect(unexpected).toEqual([]);
    await follower.follow();
    expect(told).toBeGreaterThan(0);
    const listed = await everythingListed(org);
    expect(differences(follower.copy, listed)).toEqual([]);
    const fresh = new Follower(org);
    await fresh.follow();
    expect(differences(fresh.copy, follower.copy)).toEqual([]);

    receiver.reply = (_, call) => {
      take(call);
      return 204;
    };
    const settled = await msUntil(async () => {
      await asked(postgres.adminUrl, HASTEN);
      const { events, deliveries } = await asked<{ events: number; deliveries: number }>(postgres.adminUrl, PENDING);
      return events === 0 && deliveries === 0;
    }, 600_000);
    expect(differences(mirror.copy(), WebhookMirror.told(listed))).toEqual([]);

    if (LONG) {
      process.stdout.write(
        `${SECONDS} s, ${kills} kills, ${listed.size} resources listed, ${told} changes followed, ${delivered.calls} calls taken of ${delivered.ids.size} deliveries, ` +
          `settled ${Math.round(settled)} ms after the last write; refused: ${JSON.stringify(Object.fromEntries(refusals))}\n`,
      );
    }
  });
});
