import type { Step } from '#platform/database/batch-runner';
import { openPool } from '#platform/database/open-pool';
import { StatementBatch } from '#platform/database/statement-batch';
import { StatementNames } from '#platform/database/statement-names';
import { BenchClient, hotRequest } from '../client';
import type { BenchContext, Outcome } from '../context';
import { medianOf, sideBySide } from '../measure';
import { withReads } from '../record-statements';

/** Target 11: the hot list as it is, compared with the plain statement run by the owner, who bypasses row-level security. */
export async function rowSecurity({ environment, client, quick }: BenchContext): Promise<Outcome[]> {
  const inside = await BenchClient.of(environment, environment.inside, client.domain);
  const owner = openPool(environment.postgres.adminUrl, 8, 5000);
  owner.on('connect', (connection) => {
    void connection.query(`SELECT set_config('plan_cache_mode', 'force_generic_plan', false), set_config('TimeZone', 'UTC', false)`);
  });
  const names = new StatementNames(true);
  const hot = () => inside.exchange('POST', 'observations', hotRequest());
  const plain = async (statements: readonly Step[], described: boolean) => {
    const batch = new StatementBatch(
      statements.map(({ sql, params = [], sink }) => ({ text: sql, values: params, name: names.of(sql), described, sink })),
    );
    const connection = await owner.connect();
    connection.query(batch);
    const results = await batch.done;
    connection.release();
    return results;
  };
  const [on, off] = await sideBySide(
    quick ? 50 : 300, // short turns: the speed of the machine varies within a second by more than the difference
    () => medianOf(10, hot),
    () => withReads(plain, () => medianOf(10, hot)),
  );
  await owner.end();
  return [
    {
      target: 11,
      what: 'hot list: row-level security with its transaction / plain statement of the owner',
      measured: on / off,
      wanted: 1.1,
      better: 'less',
      unit: 'times',
      detail: `${on.toFixed(2)} ms against ${off.toFixed(2)} ms a call`,
    },
  ];
}
