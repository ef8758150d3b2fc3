import { setTimeout as pause } from 'node:timers/promises';
import { hotRequest, rule, type BenchClient } from '../client';
import type { BenchContext, Outcome } from '../context';
import { residentMb } from '../environment';
import type { Call } from '../connections';
import { hammer } from '../hammer';
import { median } from '../percentile';

const MOST_MB = 350;
const SLICES = 10;

/** Target 15: a mix of calls, walks and uploads for as long as it takes to see a leak. */
export async function memory({ client, service, quick }: BenchContext): Promise<Outcome[]> {
  const seconds = quick ? 2 : 30;
  const resident: number[] = [];
  for (let slice = 0; slice < SLICES; slice += 1) {
    await Promise.all([hammer(service.url, client.token, MIX, 16, seconds), walk(client, seconds), upload(client, slice)]);
    resident.push(residentMb(service.pid));
  }
  const [early, late] = [median(resident.slice(SLICES / 5, SLICES / 2)), median(resident.slice(SLICES / 2))];
  const detail = `after each of ${SLICES} times ${seconds} s: ${resident.map((mb) => mb.toFixed(0)).join(', ')} MB`;
  return [
    {
      target: 15,
      what: 'resident memory under mixed load',
      measured: Math.max(...resident),
      wanted: MOST_MB,
      better: 'less',
      unit: 'MB',
      detail,
    },
    {
      target: 15,
      what: 'resident memory: second half / first half',
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
  { path: '/public/v1/observations', body: { limit: 200, filters: [rule('TITLE', 'CONTAINS', { stringValue: 'type 7' })] } },
  { path: '/public/v1/whoami', method: 'GET' },
];

/** Exports page after page. */
async function walk(client: BenchClient, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  let cursor: string | undefined;
  while (performance.now() < until) {
    const request = { limit: 200, ...(cursor !== undefined && { cursor }) };
    try {
      cursor = (await client.call<{ nextCursor?: string }>('POST', 'observations', request)).nextCursor;
    } catch (error) {
      if (!String(error).includes('503')) throw error;
      await pause(1000); // the mix keeps every connection busy: as told, it comes back
    }
  }
}

/** Imports the same findings again and again. */
async function upload(client: BenchClient, slice: number): Promise<void> {
  const content = Array.from({ length: 2_000 }, (_, index) =>
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
  await client.call('POST', 'observations/import', { format: 'jsonl', content });
}
