import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hotRequest, type BenchClient } from '../client';
import type { BenchContext, Outcome } from '../context';
import { cpuMs } from '../cpu-time';
import type { Environment, Server } from '../environment';
import { FINDINGS } from '../findings';
import { backendCpuMs } from '../statement-cost';

const BATCH = 500;
const MAX_SHARE = 1.03;
/** Maximum number of targets in an event. */
const TARGETS = 100;
const EVENTS = 200;

const jsonLines = FINDINGS.jsonl as (count: number) => string;
const COUNT = `SELECT count(*)::int AS events FROM audit_event WHERE organization_id = $1`;

/** Target 27: the cost of the audit log for calls with five hundred vendors, imports, and the hot list. */
export async function auditCost(context: BenchContext): Promise<Outcome[]> {
  const { client, environment, service, quick } = context;
  const event = await costOfEvent(environment, client);
  const calls = quick ? 5 : 40;
  const bulk = await costOfCalls(environment, service, calls, () => {
    const run = randomUUID().slice(-12);
    const vendors = Array.from({ length: BATCH }, (_, at) => ({ domainName: `audit-${at}-${run}.com` }));
    return client.exchange('POST', 'vendors/bulk-create', { vendors });
  });
  const findings = quick ? 500 : 5_000;
  let round = 0;
  const imported = await costOfCalls(environment, service, quick ? 2 : 5, () => {
    round += 1;
    const content = jsonLines(findings).replaceAll('"observationType":"', `"observationType":"round_${round}_`); // new ones each time
    return client.exchange('POST', 'observations/import', { format: 'jsonl', content });
  });
  return [
    share(`BulkCreateVendors of ${BATCH}`, bulk, event),
    share(`import of ${findings} observations`, imported, event),
    await hotListEvents(context),
  ];
}

function share(what: string, call: number, event: number): Outcome {
  return {
    target: 27,
    what: `${what}: with its audit event / without`,
    measured: call / (call - event),
    wanted: MAX_SHARE,
    better: 'less',
    unit: 'times',
    detail: `${event.toFixed(2)} ms of ${call.toFixed(1)} ms of CPU, in the service and in the database`,
    wholeData: true,
  };
}

/** CPU time of one event with a hundred targets, from its insert to its place in the chain. */
async function costOfEvent({ admin }: Environment, { organizationId }: BenchClient): Promise<number> {
  const targets = JSON.stringify(
    Array.from({ length: TARGETS }, (_, at) => ({ type: 'vendor', id: randomUUID(), displayName: `audit-${at}-vendor.com` })),
  );
  const sql = `
    INSERT INTO audit_intake (organization_id, id, actor_type, actor_id, actor_name, credential_id, source_address, surface, operation, request_id, outcome,
                              occurrences, targets, target_count, changes)
    SELECT '${organizationId}', gen_random_uuid(), 'ACTOR_TYPE_API_CLIENT', 'vrc_bench', 'bench', 'vrc_bench', '127.0.0.1', 'AUDIT_SURFACE_REST',
           'BulkCreateVendors', gen_random_uuid()::text, 'AUDIT_OUTCOME_SUCCEEDED', 1, '${targets}', ${BATCH}, '[]' FROM generate_series(1, ${EVENTS})`;
  await backendCpuMs(admin, sql); // warm up
  return (await backendCpuMs(admin, sql)) / EVENTS;
}

/** CPU time of a call, in the service and in all backends. */
async function costOfCalls({ admin }: Environment, { pid }: Server, calls: number, call: () => Promise<unknown>): Promise<number> {
  await call(); // warm up
  const { rows } = await admin.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`);
  // An idle connection may have been closed meanwhile; it did nothing then.
  const used = () =>
    new Map([pid, ...rows.map((row) => row.pid)].filter((each) => existsSync(`/proc/${each}`)).map((each) => [each, cpuMs(each)]));
  const before = used();
  for (let at = 0; at < calls; at += 1) await call();
  return [...used()].reduce((sum, [each, ms]) => sum + ms - (before.get(each) ?? ms), 0) / calls;
}

async function hotListEvents({ client, environment, quick }: BenchContext): Promise<Outcome> {
  const events = async () => (await environment.admin.query<{ events: number }>(COUNT, [client.organizationId])).rows[0]?.events ?? 0;
  const calls = quick ? 20 : 200;
  const before = await events();
  for (let at = 0; at < calls; at += 1) await client.exchange('POST', 'observations', hotRequest());
  return {
    target: 27,
    what: 'hot list: audit events',
    measured: (await events()) - before,
    wanted: 0,
    better: 'less',
    unit: 'events',
    detail: `after ${calls} calls: reads record nothing, so they pay nothing`,
  };
}
