import { Database } from '#platform/database/database';
import { BenchClient, hotRequest } from '../client';
import type { BenchContext, Outcome } from '../context';
import { median, timed } from '../measure';
import { recordStatements } from '../record-statements';

/** Target 11: the hot list's statement in the service's own transaction under row-level security, and plain as the owner. */
export async function rowSecurity({ environment, client, quick }: BenchContext): Promise<Outcome[]> {
  const inside = await BenchClient.of(environment, environment.inside, client.domain);
  const statements = await recordStatements(() => inside.call('POST', 'observations', hotRequest()));
  const hot = statements.find(({ sql }) => sql.includes('FROM observation o'));
  if (!hot) throw new Error('The hot list did not read observations.');
  const { sql: text } = hot;
  const values = [...hot.params];
  const database = environment.application.get(Database);
  const bound = () => database.readText(client.organizationId, text, values, { prepared: true, plannedOnce: true });
  await environment.admin.query(`SET plan_cache_mode = force_generic_plan`);
  const plain = () =>
    environment.admin.query({ name: 'hot', text, values, rowMode: 'array', types: { getTypeParser: () => (cell: string) => cell } });
  const times: [number[], number[]] = [[], []];
  for (let sample = 0; sample < (quick ? 500 : 3000); sample += 1) {
    times[0].push(await timed(bound));
    times[1].push(await timed(plain));
  }
  await environment.admin.query('RESET plan_cache_mode');
  const [on, off] = [median(times[0]), median(times[1])];
  return [
    {
      target: 11,
      what: 'hot list: row-level security with its transaction / plain statement of the owner',
      measured: on / off,
      wanted: 1.1,
      better: 'less',
      unit: 'times',
      detail: `${on.toFixed(2)} ms against ${off.toFixed(2)} ms`,
    },
  ];
}
