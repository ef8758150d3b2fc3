import { randomUUID } from 'node:crypto';
import { Dialer } from '#modules/monitoring/scanning/dialer';
import { ScanSettings } from '#modules/monitoring/scanning/scan-settings';
import { RunNow } from '#modules/monitoring/run-now';
import { BenchClient, hotRequest } from '../client';
import type { BenchContext, Outcome } from '../context';
import type { Server } from '../environment';
import { hammer } from '../hammer';
import { sideBySide } from '../measure';

const READERS = 2;
const MIN_A_DAY = 50_000;
const MAX_CPU_MS = 100;
const MAX_KB = 200;
const MAX_P99 = 1.5;
const DAY_SECONDS = 86_400;
/** Of the home pages in reference/small-internet. */
const PAGE_KB = 30;

interface Traffic {
  questions: number;
  connections: number;
  received: number;
  sent: number;
}

/**
 * Target 28: the cost of scans. They run in this process, against servers in another process on loopback, with the pauses of real scans.
 */
export async function monitoring(context: BenchContext): Promise<Outcome[]> {
  const { environment, quick } = context;
  const internet = await environment.reference('small-internet');
  try {
    await dialLoopback(context, internet);
    const vendors = quick ? 16 : 200;
    const domain = `monitoring-${randomUUID().slice(-12)}-bench.com`;
    const client = await BenchClient.create(environment, environment.inside, domain, vendors);
    const rows = Array.from({ length: vendors }, (_, index) => `vendor-${index}-bench.com,yes`);
    await client.exchange('POST', 'vendors/bulk-upsert-csv', { csv: `domain_name,is_monitored\n${rows.join('\n')}\n` });
    const scan = () => environment.application.get(RunNow).run(domain, undefined);
    await scan();
    return [...(await costs(scan, internet)), await readsBeside(context, scan)];
  } finally {
    await internet.stop();
  }
}

async function dialLoopback({ environment: { application } }: BenchContext, internet: Server): Promise<void> {
  const ports = await ask<Record<number, number>>(internet, '/ports');
  // Nothing listens on port 1.
  const target = (_: string, port: number) => ({ address: '127.0.0.1', port: ports[port] ?? 1 });
  Object.assign(application.get(Dialer, { strict: false }), { target });
  Object.assign(application.get(ScanSettings, { strict: false }), { dnsServers: [`127.0.0.1:${ports[53]}`] });
}

async function costs(scan: () => Promise<{ checks: number }[]>, internet: Server): Promise<Outcome[]> {
  const before = await ask<Traffic>(internet, '/traffic');
  const started = performance.now();
  const cpu = process.cpuUsage();
  const runs = await scan();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1000;
  const after = await ask<Traffic>(internet, '/traffic');
  const each = (key: keyof Traffic) => (after[key] - before[key]) / runs.length;
  const shared = { target: 28, wholeData: true } as const;
  return [
    {
      ...shared,
      what: 'monitoring: vendors a day and process',
      measured: (runs.length / seconds) * DAY_SECONDS,
      wanted: MIN_A_DAY,
      better: 'more',
      unit: 'a day',
      detail: `${runs.length} vendors in ${seconds.toFixed(1)} s with the pauses of real scans, 8 at a time, two hosts each`,
    },
    {
      ...shared,
      what: 'monitoring: CPU time of the process per vendor',
      measured: (user + system) / 1000 / runs.length,
      wanted: MAX_CPU_MS,
      better: 'less',
      unit: 'ms',
      detail: 'scanning, judging and recording; PostgreSQL and the scanned servers are other processes',
    },
    {
      ...shared,
      what: 'monitoring: traffic per vendor',
      measured: (each('received') + each('sent')) / 1000,
      wanted: MAX_KB,
      better: 'less',
      unit: 'kB',
      detail: `${(each('sent') / 1000).toFixed(1)} kB in, ${(each('received') / 1000).toFixed(1)} kB out, ${each('questions').toFixed(0)} DNS queries, ${each('connections').toFixed(1)} connections, pages of ${PAGE_KB} kB`,
    },
  ];
}

/** The same reads with and without continuous scans in the same process. */
async function readsBeside({ environment, client, quick }: BenchContext, scan: () => Promise<unknown>): Promise<Outcome> {
  const { inside } = environment;
  const { token } = await BenchClient.of(environment, inside, client.domain);
  const calls = [{ path: '/public/v1/observations', body: hotRequest() }];
  const reads = async () => (await hammer(inside.url, token, calls, READERS, quick ? 4 : 10)).p99;
  const beside = async () => {
    const reading = { over: false };
    const scanning = (async () => {
      while (!reading.over) await scan();
    })();
    const p99 = await reads();
    reading.over = true;
    await scanning;
    return p99;
  };
  const [alone, busy] = await sideBySide(quick ? 2 : 5, reads, beside);
  return {
    target: 28,
    what: 'small reads during a full monitoring run: p99 / without',
    measured: busy / alone,
    wanted: MAX_P99,
    better: 'less',
    unit: 'times',
    detail: `${busy.toFixed(2)} ms against ${alone.toFixed(2)} ms, ${READERS} readers of the same process; all on the same cores`,
    wholeData: true,
  };
}

async function ask<T>(server: Server, path: string): Promise<T> {
  return (await (await fetch(`${server.url}${path}`)).json()) as T;
}
