import { randomInt, randomUUID } from 'node:crypto';
import { freePort } from '#platform/config/free-port';
import { runJson } from '../support/cli';
import { send } from '../support/http';
import { fetchToken, TestOrganization } from '../support/organization';
import { fileDatabase } from '../support/database';
import { ServiceProcess } from '../support/service-process';
import { startTestApp, type TestApp } from '../support/test-app';
import { newDomain } from '../support/vendors';
import { pause } from '../support/wait';
import { walk, walkByGet } from '../support/walk';

/** `npm run trial -- audit` makes a thousand writes and fifty kills. */
const WRITES = Number(process.env.AUDIT_WRITES ?? 60);
const KILLS = Number(process.env.AUDIT_KILLS ?? 1);
const NEW_IN_BULK = 3;

interface Acknowledged {
  operation: string;
  requestId: string;
  ids: string[];
}

interface Recorded {
  operation: string;
  requestId?: string;
  targets: { id: string }[];
}

describe('the audit log of a service that is killed during concurrent writes', () => {
  const database = fileDatabase();
  let admin: TestApp;
  let org: TestOrganization;
  let service: ServiceProcess;
  let port: number;
  let token: string;
  let isOver = false;
  /** Pending while the service is down. */
  let up: Promise<void> = Promise.resolve();

  beforeAll(async () => {
    admin = await startTestApp();
    org = await TestOrganization.create(admin);
    port = await freePort();
    service = await start();
    token = await fetchToken(service.url, org.credential);
  });
  afterAll(async () => {
    isOver = true;
    await service.kill();
    await admin.close();
  });

  function start(): Promise<ServiceProcess> {
    return ServiceProcess.start({ ...database.settings, PORT: String(port), LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '1000000' });
  }

  async function killAndRestart(): Promise<void> {
    await service.kill();
    service = await start();
  }

  /** Every attempt creates new objects, because an attempt without a response may have been committed. */
  const attempts: (() => { operation: string; path: string; body: object })[] = [
    () => ({ operation: 'CreateVendorGroup', path: 'vendors/groups', body: { name: randomUUID() } }),
    () => ({ operation: 'CreateVendor', path: 'vendors/create', body: { domainName: newDomain() } }),
    () => {
      const vendors = Array.from({ length: NEW_IN_BULK }, () => ({ domainName: newDomain() }));
      return { operation: 'BulkCreateVendors', path: 'vendors/bulk-create', body: { vendors } };
    },
  ];

  /** Retries with new objects until a write is acknowledged. */
  async function write(attempt: (typeof attempts)[number]): Promise<Acknowledged> {
    while (!isOver) {
      await up;
      const { operation, path, body } = attempt();
      const requestId = randomUUID();
      const answer = await send(`http://127.0.0.1:${port}/public/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-request-id': requestId },
        body: JSON.stringify(body),
      }).catch(unlessInvalid);
      if (answer?.status === 200) return { operation, requestId, ids: idsIn(answer.text) };
      if (answer && answer.status !== 503) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      await pause(randomInt(200));
    }
    throw new Error('The test ended before the write was acknowledged.');
  }

  it('verifies, has every acknowledged write, and has one event for each object that exists', async () => {
    let acknowledged = 0;
    let kills = 0;
    const writes = Promise.all(
      Array.from({ length: WRITES }, async (_, at) => {
        const done = await write(attempts[at % attempts.length] as (typeof attempts)[number]);
        acknowledged += 1;
        return done;
      }),
    );
    // Kills are evenly spread over the responses.
    while (kills < KILLS) {
      while (acknowledged < ((kills + 1) * WRITES) / (KILLS + 1)) await Promise.race([writes, pause(20)]);
      up = killAndRestart();
      await up;
      kills += 1;
    }
    const done = await writes;

    const operations = [...new Set(done.map(({ operation }) => operation))];
    const events = (await walk(org, 'audit-events', 'auditEvents', { filters: { operations } })) as unknown as Recorded[];
    const byRequest = new Map(events.map((event) => [event.requestId, event]));
    const lost = done.filter(({ operation, requestId, ids }) => {
      const event = byRequest.get(requestId);
      return event?.operation !== operation || ids.some((id) => !event.targets.some((target) => target.id === id));
    });
    expect({ acknowledged: done.length, lost }).toEqual({ acknowledged: WRITES, lost: [] });

    // Writes committed without a response were recorded too, and nothing that was not committed.
    const objects = [...(await walkByGet(org, 'vendors/groups', 'vendorGroups')), ...(await walk(org, 'vendors', 'vendors'))].map(
      ({ id }) => id,
    );
    const targets = events.flatMap((event) => event.targets.map(({ id }) => id));
    expect(targets.sort()).toEqual(objects.sort());

    const verified = (await runJson(database.settings, 'audit', 'verify', '--org', org.organization.domain)) as {
      logs: { events: number }[];
      faults: unknown[];
    };
    expect(verified.faults).toEqual([]);
    expect(verified.logs[0]?.events).toBeGreaterThan(WRITES);
    if (process.env.AUDIT_WRITES !== undefined) {
      process.stdout.write(`${WRITES} acknowledged, ${kills} kills, ${events.length} events of writes, ${objects.length} objects\n`);
    }
  });
});

/** Ids of the objects that a response shows. */
function idsIn(text: string): string[] {
  return [...text.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id]) => id as string);
}

/** A connection cut by a kill gives no answer. */
function unlessInvalid(error: Error): undefined {
  if (!('code' in error)) throw error;
  return undefined;
}
