import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { CredentialAdmin } from '#platform/auth/credential-admin';
import { Organizations } from '#platform/auth/organizations';
import { SigningKeys } from '#platform/auth/signing-keys';
import { projectRoot } from '#platform/config/project-root';
import { Lifecycle } from '#platform/operations/lifecycle';
import { RedisServer } from '../../test/redis/redis-server';
import { send } from '../../test/support/http';
import { aFinding, aVendor, importFindings } from '../../test/support/observations';
import { TestOrganization } from '../../test/support/organization';
import { run } from '../../test/support/database';
import { burst } from '../../test/support/rate-limit';
import { recounted } from '../../test/support/recounted';
import { ReplicatedPostgres } from '../../test/support/replicated-postgres';
import { ServiceProcess } from '../../test/support/service-process';
import { freePort } from '#platform/config/free-port';
import { startTestApp, type TestApp } from '../../test/support/test-app';
import { msUntil, pause } from '../../test/support/wait';
import { WebhookReceiver } from '../../test/support/webhook-receiver';
import { createWebhook } from '../../test/support/webhooks';
import { Haproxy } from './haproxy';
import { Load, type Tally } from './load';
import { PgBouncer } from '../../test/cluster/pgbouncer';
import { transactionsOf } from '../../test/cluster/transactions';

const LIMIT = 50;
/** Only processes are killed, so data in the kernel's cache is safe. A slow disk would only distort the times. */
const SETTINGS = ['fsync=off'];
/** The two instances together poll the replica's position this often. Each poll is a transaction there. */
const POLLS_PER_SECOND = 5;
const BASE = 'http://vendor-risk.test';
/** The webhook receiver refuses one call in this many. */
const REFUSED_DELIVERIES = 10;
/** A killed process's lease and job expire, and retries take up to half a minute each. */
const MAX_DELIVERY_MS = 240_000;

/** A primary with a synchronous standby, PgBouncer, Redis, two instances and a load balancer, under load while parts are killed one by one. */
describe('a cluster on this machine', () => {
  let postgres: ReplicatedPostgres;
  let bouncer: PgBouncer;
  let redis: RedisServer;
  let admin: TestApp;
  let balancer: Haproxy;
  let load: Load;
  let receiver: WebhookReceiver;
  let owner: TestOrganization;
  let onlooker: TestOrganization;
  const ports: number[] = [];
  const instances: ServiceProcess[] = [];
  const table: string[] = [];
  const facts: string[] = [];
  const output: string[] = [];

  beforeAll(async () => {
    redis = new RedisServer(await freePort());
    [postgres] = await Promise.all([ReplicatedPostgres.start(SETTINGS), redis.start()]);
    await waitForStandby(true);
    bouncer = await PgBouncer.start(postgres.primary.serviceUrl, 10);
    admin = await startTestApp({
      DATABASE_URL: postgres.primary.serviceUrl,
      PUBLIC_BASE_URL: BASE,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    [owner, onlooker] = await Promise.all([anOrganization(), anOrganization()]);
    receiver = await WebhookReceiver.start();
    receiver.reply = (number) => (number % REFUSED_DELIVERIES === 0 ? 500 : 204);
    await createWebhook(owner, { url: receiver.url, eventTypes: ['vendor.created'] });
    ports.push(await freePort(), await freePort());
    instances.push(...(await Promise.all(ports.map((port) => startInstance(port)))));
    balancer = await Haproxy.start(instances.map(({ url }) => url));
    load = new Load(balancer.url, { writes: owner.token, reads: onlooker.token });
  }, 120_000);

  afterAll(async () => {
    await load.stop();
    await balancer.stop();
    await Promise.all(instances.map(end));
    await receiver.close();
    await admin.close();
    await bouncer.stop();
    await redis.kill();
    await postgres.stop();
    report();
  }, 60_000);

  async function anOrganization(): Promise<TestOrganization> {
    const org = await TestOrganization.create(admin);
    const vendors = await Promise.all(Array.from({ length: 20 }, () => aVendor(admin, org)));
    const findings = vendors.flatMap(({ domain }) => Array.from({ length: 20 }, (_, at) => aFinding(`host-${at}.${domain}`)));
    expect((await importFindings(org, findings)).body.created).toBe(400);
    return org;
  }

  function startInstance(port: number, settings: Record<string, string> = {}): Promise<ServiceProcess> {
    return ServiceProcess.start({
      PORT: String(port),
      PUBLIC_BASE_URL: BASE,
      DATABASE_URL: bouncer.url,
      DATABASE_MIGRATION_URL: postgres.primary.adminUrl,
      DATABASE_REPLICA_URLS: postgres.standby.serviceUrl,
      DATABASE_PREPARED_STATEMENTS: 'off',
      REDIS_URL: redis.url,
      RATE_LIMIT_PER_MINUTE: '1000000',
      SHUTDOWN_DELAY_SECONDS: '3',
      TRUST_PROXY: '1',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
      ...settings,
    });
  }

  async function end(instance: ServiceProcess): Promise<void> {
    await instance.kill();
    output.push(instance.output);
  }

  /** The role of a cluster manager: commits wait for the standby only while there is one. */
  async function waitForStandby(wait: boolean): Promise<void> {
    await run(postgres.primary.adminUrl, `ALTER SYSTEM SET synchronous_standby_names = '${wait ? '*' : ''}'`);
    await run(postgres.primary.adminUrl, 'SELECT pg_reload_conf()');
  }

  function note(phase: string, tally: Tally, recovery: string): void {
    const kinds = Object.entries(tally.kinds).map(([kind, count]) => `${count} × ${kind}`);
    table.push(
      `| ${phase} | ${tally.calls} | ${tally.writes} | ${tally.failed}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''} | ${tally.unseen} | ${tally.worstMs} ms | ${recovery} |`,
    );
  }

  function report(): void {
    const text = [
      '| What happened, under load | Calls | Writes | Failed calls | Own writes unseen | Slowest call | Recovery |',
      '|---|---|---|---|---|---|---|',
      ...table,
      '',
      ...facts.map((fact) => `- ${fact}`),
      '',
    ].join('\n');
    mkdirSync(join(projectRoot(), '.tmp'), { recursive: true });
    writeFileSync(join(projectRoot(), '.tmp', 'cluster-trial.log'), output.join('\n'));
    writeFileSync(join(projectRoot(), '.tmp', 'cluster-trial.md'), text);
    process.stdout.write(`\n${text}\n`);
  }

  /** Sends calls of a new rate-limited organization to all instances at once. Returns how many are allowed. */
  async function passed(urls: readonly string[], calls = 300): Promise<number> {
    const org = await TestOrganization.create(admin);
    await admin.app.get(Organizations).limit(org.organization.domain, LIMIT);
    await pause(1000);
    return (await burst(urls, org.token, calls)).filter(({ status }) => status === 200).length;
  }

  const urls = () => instances.map(({ url }) => url);
  const readsFromReplica = ({ output }: ServiceProcess) => {
    const used = output.lastIndexOf('Using the replica');
    return used >= 0 && used > output.lastIndexOf('Not using the replica');
  };
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

  /** Load in which the replica must serve the read-only organization. */
  async function withReplica(when: string, ms: number): Promise<Tally> {
    load.take();
    const before = await transactionsOf(postgres.standby.adminUrl);
    const started = performance.now();
    await pause(ms);
    const tally = load.take();
    const took = performance.now() - started;
    const done = (await transactionsOf(postgres.standby.adminUrl)) - before;
    const polls = Math.ceil((took / 1000) * POLLS_PER_SECOND);
    facts.push(
      `Transactions on the replica ${when}, in ${seconds(took)}: ${done}, of which at most ${polls} were polls of its position. The organization that only reads got ${tally.lists} lists.`,
    );
    expect(tally.lists).toBeGreaterThan(50);
    expect(done - polls).toBeGreaterThan(tally.lists / 2); // PostgreSQL's statistics lag by up to a second
    return tally;
  }

  it('serves without failures, also from the replica', async () => {
    await msUntil(() => Promise.resolve(instances.every(readsFromReplica)), 20_000);
    await pause(5500); // an instance that has just connected to Redis cannot know the writers of the last five seconds
    const tally = await withReplica('in normal operation', 5000);
    note('normal operation', tally, '');
    expect(tally).toMatchObject({ failed: 0, unseen: 0 });
  }, 40_000);

  it('enforces the rate limit exactly across instances', async () => {
    const through = await passed(urls());
    facts.push(
      `Limit of ${LIMIT} calls, 300 sent to two instances at once: ${through} allowed, overshoot ${Math.max(0, through - LIMIT)}.`,
    );
    expect(through).toBe(LIMIT);
  }, 30_000);

  it('applies changes on every instance within two seconds', async () => {
    const org = await TestOrganization.create(admin);
    const statuses = async () =>
      (await Promise.all(urls().map((url) => send(`${url}/public/v1/whoami`, { headers: { authorization: `Bearer ${org.token}` } })))).map(
        ({ status }) => status,
      );
    const everywhere = async (status: number) => (await statuses()).every((one) => one === status);
    expect(await statuses()).toEqual([200, 200]);

    await admin.app.get(CredentialAdmin).revoke(org.credential.clientId);
    const revoked = await msUntil(() => everywhere(401), 5000);

    const { kid } = await admin.app.get(SigningKeys).rotate();
    const published = async () => {
      const documents = await Promise.all(urls().map((url) => send(`${url}/.well-known/jwks.json`)));
      return documents.every(({ text }) => text.includes(kid));
    };
    const rotated = await msUntil(published, 5000);

    const sunset = new Date(Date.now() + 400 * 86_400_000);
    await admin.app.get(Lifecycle).deprecate('GetVendorScores', sunset, 'https://example.com/successor');
    const deprecated = async () => {
      const answers = await Promise.all(
        urls().map((url) =>
          send(`${url}/public/v1/observations/vendor-scores`, {
            method: 'POST',
            body: '{}',
            headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
          }),
        ),
      );
      return answers.every(({ headers }) => headers.get('deprecation') === 'true');
    };
    const announced = await msUntil(deprecated, 5000);
    facts.push(
      `Time until both instances apply it: a revoked credential after ${seconds(revoked)}, a new signing key after ${seconds(rotated)}, a deprecation after ${seconds(announced)}.`,
    );
    for (const ms of [revoked, rotated, announced]) expect(ms).toBeLessThan(2000);
    load.take();
  }, 40_000);

  it('survives the kill of an instance during deliveries', async () => {
    const { length } = receiver.received;
    await msUntil(() => Promise.resolve(receiver.received.length > length));
    await end(instances[0] as ServiceProcess);
    await pause(4000);
    const started = performance.now();
    instances[0] = await startInstance(ports[0] as number);
    const back = performance.now() - started;
    await pause(2000);
    const tally = load.take();
    note(
      'one of two instances killed and restarted',
      tally,
      `failures for ${seconds(tally.troubleMs)}; ready ${seconds(back)} after its start`,
    );
    // Only calls in flight may fail: at most one per client, plus those sent before the balancer noticed.
    expect(tally.failed).toBeLessThanOrEqual(16);
    expect(tally.unseen).toBe(0);
    const through = await passed(urls());
    facts.push(`The limit again, with the instance back: ${through} allowed.`);
    expect(through).toBe(LIMIT);
  }, 60_000);

  it('works without Redis', async () => {
    load.take();
    await redis.kill();
    const without = await passed(urls());
    await pause(1500);
    await redis.start();
    await pause(6500);
    const tally = load.take();
    note('Redis killed and restarted empty', tally, 'none needed');
    expect(tally).toMatchObject({ failed: 0, unseen: 0 });
    facts.push(`The limit while Redis is down, when each of the two instances counts for itself: ${without} allowed.`);
    expect(without).toBeLessThanOrEqual(2 * LIMIT);
    const again = await passed(urls());
    facts.push(`The limit once Redis is back: ${again} allowed.`);
    expect(again).toBe(LIMIT);
  }, 60_000);

  it('works without its replica', async () => {
    load.take();
    await postgres.kill('standby');
    await pause(1000); // a cluster manager needs a moment to notice, and commits wait meanwhile
    await waitForStandby(false);
    await pause(3000);
    await postgres.restartStandby(SETTINGS);
    const started = performance.now();
    await msUntil(() => Promise.resolve(instances.every(readsFromReplica)), 30_000);
    const back = performance.now() - started;
    await waitForStandby(true);
    await pause(2000);
    const tally = load.take();
    note('the replica killed and restarted', tally, `used again ${seconds(back)} after its start`);
    expect(tally).toMatchObject({ failed: 0, unseen: 0 });
    const after = await withReplica('once it was back', 4000);
    expect(after).toMatchObject({ failed: 0, unseen: 0 });
  }, 60_000);

  it('survives a rolling restart without a failed call', async () => {
    load.take();
    const started = performance.now();
    for (const [at, port] of ports.entries()) {
      instances[at]?.signal('SIGTERM');
      expect(await instances[at]?.end()).toBe(0);
      instances[at] = await startInstance(port);
      await pause(2500); // until the balancer has noticed that it is ready
    }
    const took = performance.now() - started;
    const tally = load.take();
    note('rolling restart of both instances', tally, `done in ${seconds(took)}`);
    expect(tally).toMatchObject({ failed: 0, unseen: 0 });
  }, 90_000);

  it('fails over to the standby and loses no write', async () => {
    await msUntil(() => Promise.resolve(instances.every(readsFromReplica)), 30_000);
    load.take();
    await postgres.kill('primary');
    const died = performance.now();
    await pause(1000); // a cluster manager needs a moment to be sure
    await postgres.promote();
    await run(postgres.standby.adminUrl, `ALTER SYSTEM SET synchronous_standby_names = ''`);
    await run(postgres.standby.adminUrl, 'SELECT pg_reload_conf()');
    bouncer.leadTo(postgres.standby.serviceUrl);
    const written = load.acknowledged.length;
    await msUntil(() => Promise.resolve(load.acknowledged.length > written + 5), 40_000);
    const back = performance.now() - died;
    await pause(4000);
    const tally = load.take();
    note('the primary killed, the standby promoted after a second', tally, `writes succeed ${seconds(back)} after the kill`);
    expect(tally.unseen).toBe(0);
    expect(Object.keys(tally.kinds)).toEqual(['503']); // each of them with Retry-After
    expect(back).toBeLessThan(20_000);
    await load.stop();
    const lost = await missingWrites();
    facts.push(`Acknowledged writes: ${load.acknowledged.length}. Lost: ${lost.length}.`);
    expect(lost).toEqual([]);
  }, 90_000);

  it('delivers every committed event at least once, and nothing else', async () => {
    const delivered = () =>
      new Set(receiver.received.flatMap(({ body }) => (body.data as { domainName: string }[]).map((each) => each.domainName)));
    await load.stop();
    const created = await createdVendors();
    expect(load.vendors.filter((domain) => !created.includes(domain))).toEqual([]);
    const took = await msUntil(() => {
      const known = delivered();
      return Promise.resolve(created.every((domain) => known.has(domain)));
    }, MAX_DELIVERY_MS);
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    facts.push(
      `Webhooks: ${created.length} vendors created, of which ${load.vendors.length} acknowledged; all delivered ${seconds(took)} after the last check, in ${ids.size} deliveries and ${receiver.received.length} calls, of which one in ${REFUSED_DELIVERIES} was refused. Lost: 0.`,
    );
    expect([...delivered()].filter((domain) => !created.includes(domain))).toEqual([]);
  }, 300_000);

  it('enforces the rate limit exactly across workers of one instance', async () => {
    await Promise.all(instances.map(end));
    // The administrator's own connections pointed to the dead primary.
    await admin.close();
    admin = await startTestApp({ DATABASE_URL: postgres.standby.serviceUrl, PUBLIC_BASE_URL: BASE });
    instances[0] = await startInstance(ports[0] as number, { WORKERS: '2', DATABASE_MIGRATION_URL: postgres.standby.adminUrl });
    const through = await passed([instances[0].url]);
    facts.push(`The limit with one instance of two workers: ${through} allowed.`);
    expect(through).toBe(LIMIT);
  }, 60_000);

  it('has correct derived values at the end', async () => {
    const { rows, differences } = await recounted(admin);
    facts.push(`db verify afterwards: ${rows} rows recounted, ${differences} differences.`);
    expect(rows).toBeGreaterThan(400);
    expect(differences).toBe(0);
  }, 60_000);

  async function missingWrites(): Promise<string[]> {
    const kept = new Set(await ofOwner('SELECT name FROM vendor_group WHERE organization_id = $1'));
    return load.acknowledged.filter((name) => !kept.has(name));
  }

  function createdVendors(): Promise<string[]> {
    return ofOwner(`SELECT domain_name AS name FROM vendor WHERE organization_id = $1 AND domain_name LIKE 'trial-%'`);
  }

  /** Names in the database that is the primary after the failover. */
  async function ofOwner(sql: string): Promise<string[]> {
    const client = new Client({ connectionString: postgres.standby.adminUrl });
    await client.connect();
    try {
      return (await client.query<{ name: string }>(sql, [owner.organization.id])).rows.map(({ name }) => name);
    } finally {
      await client.end();
    }
  }
});
