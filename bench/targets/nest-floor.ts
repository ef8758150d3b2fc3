import type { BenchContext, Outcome } from '../context';
import { contest, type Figures } from '../measure';

const CALLS = [{ path: '/whoami', method: 'GET' as const }];

/** Target 3: an empty call on our adapter and on Nest's own. */
export async function nestFloor({ environment, quick }: BenchContext): Promise<Outcome[]> {
  const servers = [
    await environment.reference('floor', { ADAPTER: 'lean' }),
    await environment.reference('floor', { ADAPTER: 'standard' }),
  ];
  const [lean, standard] = (await contest(
    servers.map((server) => ({ server, calls: CALLS })),
    { token: '', rounds: quick ? 3 : 7, seconds: quick ? 0.4 : 3 },
  )) as [Figures, Figures];
  for (const server of servers) await server.stop();
  return [
    {
      target: 3,
      what: 'Nest floor: CPU time per call, standard adapter / ours',
      measured: standard.micros / lean.micros,
      wanted: 2.5,
      better: 'more',
      unit: 'times',
      detail: `${standard.micros.toFixed(0)} µs against ${lean.micros.toFixed(0)} µs; ${Math.round(standard.perSecond)}/s against ${Math.round(lean.perSecond)}/s with the load on the same cores`,
    },
  ];
}
