import { LoadSeed } from '../src/admin/seed/load-seed';
import { Organizations } from '#platform/auth/organizations';
import type { Environment, Server } from './environment';
import { BenchClient } from './client';

const DOMAIN = 'portfolio-bench.com';

/** Seeds one large organization, and the same number of observations spread over many small ones. */
export async function seedPortfolios(environment: Environment, service: Server, quick: boolean): Promise<{ domain: string; size: number }> {
  const size = quick ? 40_000 : 1_000_000;
  if (await isSeeded(environment, DOMAIN, size)) return { domain: DOMAIN, size };
  const load = (organization: string, vendors: number, observations: number) =>
    environment.application.get(LoadSeed).run({ organization, vendors, observations, randomSeed: 1 });

  await BenchClient.create(environment, service, DOMAIN, 20_000);
  await load(DOMAIN, size / 200, size);
  const others = quick ? 1 : 200;
  for (let index = 0; index < others; index += 1) {
    const domain = `other-${index}-bench.com`;
    await environment.application.get(Organizations).create({ name: domain, domain, vrm: true, slots: 100 });
    await load(domain, 100, 5_000);
  }
  await environment.admin.query('VACUUM ANALYZE');
  await environment.admin.query('CHECKPOINT'); // a checkpoint during the measurement would distort it
  return { domain: DOMAIN, size };
}

/** Whether the reused folder already contains the complete organization. */
export async function isSeeded({ admin }: Environment, domain: string, observations: number): Promise<boolean> {
  const { rows } = await admin.query<{ found: number }>(
    `SELECT (SELECT count(*)::int FROM observation WHERE organization_id = o.id) AS found FROM organization o WHERE domain = $1`,
    [domain],
  );
  const found = rows[0]?.found ?? observations;
  if (found !== observations) throw new Error(`${domain} has ${found} observations instead of ${observations}: use another folder.`);
  return rows.length > 0;
}
