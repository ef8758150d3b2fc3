import { Client } from 'pg';
import { EventImport } from '#modules/security-events/importing/event-import';
import { LoadSeed } from '../../src/admin/seed/load-seed';
import { Organizations } from '#platform/auth/organizations';
import { BenchClient } from '../client';
import { bytesOf, Crowd } from '../connections';
import type { BenchContext, Outcome } from '../context';
import type { Environment, Server } from '../environment';
import { doneBySeveral, sideBySide, timesOf } from '../measure';
import { median, percentile } from '../percentile';
import { recordStatements } from '../record-statements';

const DOMAIN = 'relations-bench.com';
const WHOLE = { vendors: 2_000, events: 1_400, observations: 50_000 };
const QUICK = { vendors: 500, events: 350, observations: 5_000 };
const PER_VENDOR = 25;
const MAX_MS = 50;
const CONNECTIONS = 8;
const RUNS_ALONE = 300;

/** Target 13: the feed and the fourth-party groups compared with the same statements over the bare driver. */
export async function relations({ environment, service, quick }: BenchContext): Promise<Outcome[]> {
  const client = await relationsClient(environment, service, quick);
  const inside = await BenchClient.of(environment, environment.inside, DOMAIN);
  const crowd = await Crowd.of(CONNECTIONS, service.url);
  const drivers = await Promise.all(Array.from({ length: CONNECTIONS }, () => driver(environment)));
  const outcomes: Outcome[] = [];
  for (const [what, path, body] of [
    ['security-event feed', 'security-events/feed', {}],
    ['security-event feed, by severity', 'security-events/feed', { sortField: 'severity' }],
    ['fourth-party groups', 'avd/fourth-parties/groups', {}],
    ['fourth-party groups, searched', 'avd/fourth-parties/groups', { filters: { query: 'party-1' } }],
  ] as const) {
    await inside.exchange('POST', path, body); // only the first call looks up the caller
    const statements = await recordStatements(() => inside.exchange('POST', path, body));
    const plain = async (worker: number) => {
      for (const [index, { sql, params }] of statements.entries()) {
        await drivers[worker]?.query({ name: `${what} ${index}`, text: sql, values: [...params], rowMode: 'array' });
      }
    };
    const call = bytesOf(service.url, client.token, { path: `/public/v1/${path}`, body });
    // Cheap callers in the same thread as the driver: both sides pay the same for sharing the CPU with their caller.
    const ours = async () => {
      const reply = await crowd.request(call);
      if (reply?.status !== 200) throw new Error(`${what}: ${reply?.status}`);
    };
    const seconds = quick ? 0.2 : 1;
    await doneBySeveral(CONNECTIONS, 3 * seconds, ours);
    await doneBySeveral(CONNECTIONS, 3 * seconds, plain);
    const [own, bare] = await sideBySide(
      quick ? 3 : 21,
      () => doneBySeveral(CONNECTIONS, seconds, ours),
      () => doneBySeveral(CONNECTIONS, seconds, plain),
    );
    const alone = await timesOf(quick ? RUNS_ALONE / 3 : RUNS_ALONE, () => plain(0));
    outcomes.push(
      {
        target: 13,
        what: `${what}: over HTTP / bare driver with the same statements`,
        measured: own / bare,
        wanted: 0.7,
        better: 'more',
        unit: 'share',
        detail: `${own.toFixed(0)}/s against ${bare.toFixed(0)}/s, ${CONNECTIONS} at once`,
        wholeData: true,
      },
      {
        target: 13,
        what: `${what}: its statements, p99`,
        measured: percentile(alone, 0.99),
        wanted: MAX_MS,
        better: 'less',
        unit: 'ms',
        detail: `all of a call's ${statements.length} together; median ${median(alone).toFixed(2)} ms`,
      },
    );
  }
  crowd.close();
  await Promise.all(drivers.map((one) => one.end()));
  return outcomes;
}

/** An organization with security events and fourth parties. */
export async function relationsClient(environment: Environment, service: Server, quick: boolean): Promise<BenchClient> {
  await seedRelations(environment, quick ? QUICK : WHOLE);
  return BenchClient.of(environment, service, DOMAIN);
}

async function driver({ postgres }: Environment): Promise<Client> {
  const client = new Client({ connectionString: postgres.adminUrl });
  await client.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  return client;
}

async function seedRelations({ application, admin }: Environment, { vendors, events, observations }: typeof WHOLE): Promise<void> {
  const { rows } = await admin.query(`SELECT 1 FROM organization WHERE domain = $1`, [DOMAIN]);
  if (rows.length > 0) return;
  const { id } = await application.get(Organizations).create({ name: DOMAIN, domain: DOMAIN, vrm: true, slots: vendors });
  await application.get(LoadSeed).run({ organization: DOMAIN, vendors, observations, randomSeed: 7 });
  await connectFourthParties(admin, id);
  const feed = Array.from({ length: events }, (_, index) => JSON.stringify(event(index, vendors))).join('\n');
  await application.get(EventImport).run(once(Buffer.from(feed)), { format: 'jsonl' });
  await admin.query('VACUUM ANALYZE');
}

// eslint-disable-next-line @typescript-eslint/require-await -- readers take an async iterable
async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function connectFourthParties(admin: Client, organizationId: string): Promise<void> {
  await admin.query(
    `INSERT INTO fourth_party_relationship (organization_id, vendor_domain, fourth_party_domain, vendor_id, company_name, connection_types, products, confidence,
                                            evidence_count, first_seen, last_seen, is_current, is_listed, vendor_weight)
     SELECT v.organization_id, v.domain_name, 'party-' || p.n || '.com', v.id, 'Party ' || p.n, 1 << (p.n % 10), ARRAY['Product ' || p.n % 40], 3,
            1, now() - p.n * interval '1 day', now(), p.n % 9 <> 0, true, fourth_party_vendor_weight(v.business_impact, v.risk_level)
       FROM vendor v CROSS JOIN LATERAL (SELECT DISTINCT (abs(hashtext(v.domain_name || i)) % 500)::int AS n FROM generate_series(1, ${PER_VENDOR + 1}) i) p
      WHERE v.organization_id = $1`,
    [organizationId],
  );
  await admin.query(`SELECT fourth_party_regroup($1, ARRAY(SELECT 'party-' || n || '.com' FROM generate_series(0, 499) n))`, [
    organizationId,
  ]);
}

function event(index: number, vendors: number) {
  return {
    eventId: `bench-event-${index}`,
    title: `Event ${index}`,
    summary: 'A weakness of a widely used component is being exploited.',
    eventType: ['VULNERABILITY_EXPLOITATION', 'DATA_BREACH', 'RANSOMWARE'][index % 3],
    severity: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'][index % 4],
    status: 'ONGOING',
    publishedAt: new Date(Date.UTC(2024, 0, 1) + index * 3_600_000).toISOString(),
    cveIds: [`CVE-${2010 + (index % 15)}-${1000 + (index % 300)}`],
    victims: [`load-${1 + (index % vendors)}.com`, `party-${index % 500}.com`],
  };
}
