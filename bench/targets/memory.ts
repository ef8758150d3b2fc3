import { observationFilterFields, VendorRiskError } from '@vendor-risk/client';
import { setTimeout as pause } from 'node:timers/promises';
import { hotRequest, type BenchClient } from '../client';
import type { BenchContext, Outcome } from '../context';
import { forgetPeak, peakMb, residentMb } from '../environment';
import type { Call } from '../connections';
import { hammer } from '../hammer';
import { median } from '../percentile';

const MAX_MB = 350;
const SLICES = 10;
const SAMPLE_MS = 250;
/** Refused calls need little memory, so at most this share of the load may fail. */
const MAX_FAILED_SHARE = 0.01;

interface Load {
  calls: number;
  failures: number;
}

/** Target 15: a mix of calls, exports and uploads, long enough to see a leak. */
export async function memory({ client, service, quick }: BenchContext): Promise<Outcome[]> {
  const seconds = quick ? 0.5 : 30;
  const slices: number[] = [];
  const load: Load = { calls: 0, failures: 0 };
  forgetPeak(service.pid);
  for (let slice = 0; slice < SLICES; slice += 1) {
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(residentMb(service.pid)), SAMPLE_MS);
    const parts = await Promise.all([
      mix(service.url, client.token, seconds),
      walk(client, seconds),
      upload(client, slice, quick ? 200 : 2_000),
    ]);
    clearInterval(sampling);
    slices.push(median(samples));
    for (const { calls, failures } of parts) {
      load.calls += calls;
      load.failures += failures;
    }
  }
  if (load.failures > load.calls * MAX_FAILED_SHARE) throw new Error(`${load.failures} of ${load.calls} calls failed.`);
  const [early, late] = [median(slices.slice(SLICES / 5, SLICES / 2)), median(slices.slice(SLICES / 2))];
  const shown = slices.map((mb) => mb.toFixed(0)).join(', ');
  const detail = `${SLICES} times ${seconds} s: ${shown} MB; peak ${peakMb(service.pid).toFixed(0)} MB; ${load.calls} calls, ${load.failures} failed`;
  return [
    {
      target: 15,
      what: 'resident memory under mixed load, the median of its worst 30 s',
      measured: Math.max(...slices),
      wanted: MAX_MB,
      better: 'less',
      unit: 'MB',
      detail,
    },
    {
      target: 15,
      what: 'resident memory under mixed load: second half / first half',
      measured: late / early,
      wanted: 1.1,
      better: 'less',
      unit: 'times',
      detail,
    },
  ];
}

const MIX: Call[] = [
  { path: '/public/v1/observations', body: hotRequest() },
  { path: '/public/v1/observations/groups', body: {} },
  { path: '/public/v1/vendors', body: { filters: [], limit: 200, includeFilterOptions: true } },
  { path: '/public/v1/observations', body: { limit: 200, filters: [observationFilterFields.vendor.equals('load-7.com')] } },
  { path: '/public/v1/whoami', method: 'GET' },
];

async function mix(url: string, token: string, seconds: number): Promise<Load> {
  const { answered, failures } = await hammer(url, token, MIX, 16, seconds);
  return { calls: answered + failures, failures };
}

/** Exports page after page. */
async function walk(client: BenchClient, seconds: number): Promise<Load> {
  const load: Load = { calls: 0, failures: 0 };
  const until = performance.now() + seconds * 1000;
  let cursor: string | undefined;
  while (performance.now() < until) {
    const request = { limit: 200, ...(cursor !== undefined && { cursor }) };
    load.calls += 1;
    try {
      ({ nextCursor: cursor } = await client.api.observations.list(request).page());
    } catch (error) {
      if (!(error instanceof VendorRiskError && error.status === 503)) throw error;
      load.failures += 1;
      await pause(1000); // 503, as the mix keeps every connection busy: retry later
    }
  }
  return load;
}

/** Imports the same findings again and again. */
async function upload(client: BenchClient, slice: number, findings: number): Promise<Load> {
  const content = Array.from({ length: findings }, (_, index) =>
    JSON.stringify({
      host: `www.load-${1 + (index % 100)}.com`,
      title: `Repeated finding ${index}`,
      observationType: 'repeated',
      category: 'ENCRYPTION',
      severity: 'LOW',
      source: { name: 'memory' },
      lastSeen: new Date(Date.UTC(2026, 0, 1 + slice)).toISOString(),
    }),
  ).join('\n');
  await client.api.observations.import({ format: 'jsonl', content });
  return { calls: 1, failures: 0 };
}
