import { hotRequest } from '../client';
import type { BenchContext, Outcome } from '../context';
import { forgetPeak, peakMb } from '../environment';
import type { Call } from '../connections';
import { contest, shareOf, type Figures } from '../measure';
import { tokenPublicKey } from '../token-key';

/** The default page size. */
const PAGE = 50;

/** Targets 1, 2 and 15: the hot list compared with the bare driver and with a conventional implementation. */
export async function hotList(context: BenchContext): Promise<Outcome[]> {
  const { environment, service, client, size, quick } = context;
  const cursors: Call[] = [];
  const places: string[][] = [];
  for (let sample = 0; sample < 100; sample += 1) {
    const offset = Math.floor((size * 0.2 * sample) / 100);
    const { observations, nextCursor } = await client.api.observations.list({ ...hotRequest(), offset }).page();
    const last = observations.at(-1);
    if (!last || !nextCursor) continue;
    cursors.push({ path: '/public/v1/observations', body: hotRequest(nextCursor) });
    places.push([last.firstSeen, last.orn.split(':')[4] as string]);
  }
  const asked = places.map((place) => ({ organization: client.organizationId, owner: client.domain, place, severity: 4 }));
  // As the owner, so without row-level security: its cost belongs to the service.
  const bare = await environment.reference('bare-server', { DATABASE_URL: environment.postgres.adminUrl });
  const tuned = await environment.reference('bare-server', {
    DATABASE_URL: environment.postgres.adminUrl,
    PLAN_CACHE_MODE: 'force_generic_plan',
  });
  const conventional = await environment.reference('conventional', {
    DATABASE_URL: environment.postgres.adminUrl,
    TOKEN_PUBLIC_KEY: await tokenPublicKey(environment),
  });

  const plain = asked.map((body) => ({ path: '/', body }));
  forgetPeak(service.pid);
  const [own, floor, planned, typical] = (await contest(
    [
      { server: service, calls: cursors },
      { server: bare, calls: plain },
      { server: tuned, calls: plain },
      { server: conventional, calls: asked.map((body) => ({ path: '/observations', body })) },
    ],
    { token: client.token, rounds: quick ? 3 : 9, seconds: quick ? 0.4 : 5, observations: PAGE },
  )) as [Figures, Figures, Figures, Figures];
  const memory = peakMb(service.pid);
  await bare.stop();
  await tuned.stop();
  await conventional.stop();
  const against = shareOf(own, planned).toFixed(2);
  const detail = `service ${show(own)}, bare ${show(floor)}, bare with a generic plan ${show(planned)} (share against that: ${against}), conventional ${show(typical)}`;
  return [
    {
      target: 1,
      what: 'hot list: full stack / bare node:http + pg',
      measured: shareOf(own, floor),
      wanted: 0.85,
      better: 'more',
      unit: 'share',
      detail,
    },
    {
      target: 2,
      what: 'hot list: full stack / conventional Nest + TypeORM',
      measured: shareOf(own, typical),
      wanted: 5,
      better: 'more',
      unit: 'times',
      detail,
    },
    {
      target: 15,
      what: 'peak resident memory under the load of the hot list',
      measured: memory,
      wanted: 350,
      better: 'less',
      unit: 'MB',
      detail: `${own.answered} calls in turns with the others, none failed`,
    },
  ];
}

function show({ perSecond, micros }: Figures): string {
  return `${Math.round(perSecond)}/s (${Math.round(micros)} µs of Node)`;
}
