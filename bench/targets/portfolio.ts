import { LoadSeed } from '../../src/admin/seed/load-seed';
import { BenchClient } from '../client';
import type { BenchContext, Outcome } from '../context';
import type { Environment } from '../environment';
import { medianOf, sideBySide } from '../measure';
import { isSeeded } from '../seed';
import { SCORE_MODEL } from '#modules/scores/score-model';

const DOMAIN = 'dashboard-bench.com';
const WHOLE = { vendors: 20_000, observations: 2_000_000 };
const QUICK = { vendors: 2_000, observations: 200_000 };
const MAX_TIMES = 10;
const ASKED_VENDORS = 50;
const CALLS_A_ROUND = 20;

/** Ninety days of scores: on each day one vendor in twenty changes by up to five points. $1 organization. */
const ADD_DAYS = `
  INSERT INTO party_score_day (organization_id, view, party_domain, day, overall_score, breach_score, ransomware_score, factor_scores, opened_count, resolved_count, score_change, model)
  SELECT $1, 1, v.domain_name, (now() AT TIME ZONE 'UTC')::date - d, 40 + n % 50, n % 100, n % 90, array_fill((50 + n % 50)::smallint, ARRAY[14]), n % 4, n % 3, n % 11 - 5, ${SCORE_MODEL.edition}
    FROM generate_series(1, 90) d
    JOIN (SELECT domain_name, (abs(hashtext(domain_name)) % 1000)::int AS n FROM vendor WHERE organization_id = $1) v ON (v.n + d) % 20 = 0
  ON CONFLICT DO NOTHING`;

/** Target 29: the dashboard's two calls compared with one that finds nothing, on a large portfolio. */
export async function portfolio({ environment, service, quick }: BenchContext): Promise<Outcome[]> {
  const size = quick ? QUICK : WHOLE;
  const client = await seedDashboard(environment, service, size);
  const vendorDomains = Array.from({ length: ASKED_VENDORS }, (_, index) => `load-${1 + index * 7}.com`);
  const often = (call: () => Promise<unknown>) => () => medianOf(CALLS_A_ROUND, call);
  const works = [
    often(() => client.exchange('GET', 'vendors/groups')),
    often(() => client.exchange('GET', 'portfolio/summary')),
    often(() => client.exchange('POST', 'observations/vendor-scores/history', { vendorDomains })),
  ] as const;
  for (const work of works) await work(); // the first calls compile and cache
  const [empty, summary, history] = await sideBySide(quick ? 5 : 15, ...works);
  const outcome = (what: string, measured: number): Outcome => ({
    target: 29,
    what: `${what}: ours / an empty call`,
    measured: measured / empty,
    wanted: MAX_TIMES,
    better: 'less',
    unit: 'times',
    detail: `${measured.toFixed(2)} ms against ${empty.toFixed(2)} ms; ${size.vendors} vendors, ${size.observations} observations`,
  });
  return [outcome('portfolio summary', summary), outcome(`score history of ${ASKED_VENDORS} vendors, 30 days`, history)];
}

async function seedDashboard(environment: Environment, service: BenchContext['service'], size: typeof WHOLE): Promise<BenchClient> {
  if (await isSeeded(environment, DOMAIN, size.observations)) return BenchClient.of(environment, service, DOMAIN);
  const client = await BenchClient.create(environment, service, DOMAIN, size.vendors);
  await environment.application.get(LoadSeed).run({ organization: DOMAIN, ...size, randomSeed: 3 });
  await environment.admin.query(ADD_DAYS, [client.organizationId]);
  await environment.admin.query(`SELECT party_score_window_move($1)`, [client.organizationId]); // the service does so once an hour
  await environment.admin.query('VACUUM ANALYZE');
  return client;
}
