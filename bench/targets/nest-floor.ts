import type { BenchContext, Outcome } from '../context';
import { cpuMs } from '../environment';
import { hammer, median } from '../measure';

const CALLS = [{ path: '/whoami', method: 'GET' as const }];

/** Target 3: a call that does nothing, on our adapter and on the one that Nest ships. */
export async function nestFloor({ environment, quick }: BenchContext): Promise<Outcome[]> {
  const figures: Record<string, { perSecond: number; micros: number }> = {};
  const servers = [];
  for (const adapter of ['lean', 'usual']) servers.push({ adapter, server: await environment.reference('floor', { ADAPTER: adapter }) });
  const runs: Record<string, { perSecond: number[]; micros: number[] }> = {
    lean: { perSecond: [], micros: [] },
    usual: { perSecond: [], micros: [] },
  };
  for (const { server } of servers) await hammer(server.url, '', CALLS, 8, 1);
  for (let round = 0; round < (quick ? 3 : 7); round += 1) {
    for (const { adapter, server } of servers) {
      const before = cpuMs(server.pid);
      const { perSecond, answered } = await hammer(server.url, '', CALLS, 8, quick ? 1.5 : 3);
      runs[adapter]?.perSecond.push(perSecond);
      runs[adapter]?.micros.push(((cpuMs(server.pid) - before) * 1000) / answered);
    }
  }
  for (const { adapter, server } of servers) {
    figures[adapter] = { perSecond: median(runs[adapter]?.perSecond ?? []), micros: median(runs[adapter]?.micros ?? []) };
    await server.stop();
  }
  const [lean, usual] = [figures.lean as { perSecond: number; micros: number }, figures.usual as { perSecond: number; micros: number }];
  return [
    {
      target: 3,
      what: 'Nest floor: processor time of a call on the usual adapter / on ours',
      measured: usual.micros / lean.micros,
      wanted: 2.5,
      better: 'more',
      unit: 'times',
      detail: `${usual.micros.toFixed(0)} µs against ${lean.micros.toFixed(0)} µs; ${Math.round(usual.perSecond)}/s against ${Math.round(lean.perSecond)}/s with the load on the same cores`,
    },
  ];
}
