import { observationFilterFields } from '@vendor-risk/client';
import { LoadSeed } from '../../src/admin/seed/load-seed';
import { Organizations } from '#platform/auth/organizations';
import { BenchClient, hotRequest } from '../client';
import type { BenchContext, Outcome } from '../context';
import { timed } from '../measure';
import { median } from '../percentile';
import { isSeeded } from '../seed';

/** A larger organization has more vendors, not vendors with more findings each. */
const OBSERVATIONS_A_VENDOR = 200;
const SIZES = [10_000, 100_000, 1_000_000, 5_000_000];
const QUICK_SIZES = [10_000, 40_000];

/** Target 14: the same reads on organizations of growing size. */
export async function growth({ environment, service, largest, quick }: BenchContext): Promise<Outcome[]> {
  const sizes = quick ? QUICK_SIZES : SIZES.filter((size) => size <= largest);
  const clients: BenchClient[] = [];
  for (const size of sizes) {
    const domain = `growth-${size}-bench.com`;
    if (!(await isSeeded(environment, domain, size))) {
      await environment.application.get(Organizations).create({ name: domain, domain, vrm: true, slots: size / OBSERVATIONS_A_VENDOR });
      await environment.application
        .get(LoadSeed)
        .run({ organization: domain, vendors: size / OBSERVATIONS_A_VENDOR, observations: size, randomSeed: 3 });
    }
    clients.push(await BenchClient.of(environment, service, domain));
  }
  await environment.admin.query('VACUUM ANALYZE');

  const outcomes: Outcome[] = [];
  for (const [what, call] of Object.entries(READS)) {
    const calls: (() => Promise<unknown>)[] = [];
    for (const [index, client] of clients.entries()) calls.push(await call(client, sizes[index] as number));
    const times: number[][] = sizes.map(() => []);
    for (let sample = 0; sample < (quick ? 60 : 200); sample += 1) {
      for (const [index, one] of calls.entries()) times[index]?.push(await timed(one));
    }
    const medians = times.map(median);
    outcomes.push({
      target: 14,
      what: `${what}: ${sizes.at(-1)} / ${sizes[0]} observations`,
      measured: (medians.at(-1) as number) / (medians[0] as number),
      wanted: 1.5,
      better: 'less',
      unit: 'times',
      detail: medians.map((ms, index) => `${sizes[index]}: ${ms.toFixed(2)} ms`).join(', '),
      series: { name: what, sizes, medians },
    });
  }
  return outcomes;
}

const { vendor } = observationFilterFields;

type Read = (client: BenchClient, size: number) => Promise<() => Promise<unknown>> | (() => Promise<unknown>);

const READS: Record<string, Read> = {
  'hot list, first page': (client) => () => client.exchange('POST', 'observations', hotRequest()),
  'hot list, half-way': async (client, size) => {
    const { nextCursor } = await client.api.observations.list({ ...hotRequest(), offset: Math.floor(size * 0.12) }).page();
    return () => client.exchange('POST', 'observations', hotRequest(nextCursor));
  },
  'list with its exact total': (client) => () => client.exchange('POST', 'observations', { countMode: 'TOTAL_COUNT_MODE_EXACT' }),
  groups: (client) => () => client.exchange('POST', 'observations/groups', {}),
  'groups of one vendor': (client) => () =>
    client.exchange('POST', 'observations/groups', { filters: [vendor.equals('load-7.com')], limit: 10 }),
  'values of a field': (client) => () =>
    client.exchange('GET', 'observations/filter-options/values?field=OBSERVATIONS_FIELD_OBSERVATION_TYPE'),
  'scores of 50 vendors': (client) => () =>
    client.exchange('POST', 'observations/vendor-scores', {
      filters: [vendor.in(Array.from({ length: 50 }, (_, index) => `load-${1 + index}.com`))],
    }),
};
