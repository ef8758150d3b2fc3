import { observationFilterFields, type Result } from '@vendor-risk/client';
import { LoadSeed } from '../../src/admin/seed/load-seed';
import { v7 as uuidv7 } from 'uuid';
import { BenchClient } from '../client';
import type { BenchContext, Outcome } from '../context';
import { sideBySide, timed } from '../measure';

/** Target 10: flagging everything a filter matches, compared with a loop over the same rows in one transaction. */
export async function flagByFilter({ environment, service, quick }: BenchContext): Promise<Outcome[]> {
  const domain = `flag-${uuidv7().slice(-12)}-bench.com`;
  const client = await BenchClient.create(environment, service, domain, 1_000);
  // Seven in ten are open.
  const wanted = quick ? 5_000 : 100_000;
  await environment.application
    .get(LoadSeed)
    .run({ organization: domain, vendors: 1_000, observations: Math.ceil(wanted / 0.7), randomSeed: 5 });
  await environment.admin.query('VACUUM ANALYZE observation');
  const { rows } = await environment.admin.query<{ id: string }>(
    `SELECT id FROM observation WHERE organization_id = $1 AND is_open LIMIT 5000`,
    [client.organizationId],
  );
  const loop = () =>
    timed(async () => {
      await environment.admin.query('BEGIN');
      for (const { id } of rows) {
        await environment.admin.query(
          `INSERT INTO observation_flag (organization_id, observation_id, flagged_at, actor_type, actor_name) VALUES ($1, $2, now(), 3, 'loop') ON CONFLICT DO NOTHING`,
          [client.organizationId, id],
        );
      }
      await environment.admin.query('ROLLBACK');
    });
  let flagged = 0;
  const flag = () =>
    timed(async () => {
      const filters = [observationFilterFields.source.equals('load')];
      const answer = await client.exchange('POST', 'observations/actions/flag', { filters });
      flagged = (JSON.parse(answer.toString()) as Result<'FlagObservations'>).flaggedCount;
    });
  const unflag = async () => {
    await environment.admin.query('DELETE FROM observation_flag WHERE organization_id = $1', [client.organizationId]);
    await environment.admin.query('VACUUM ANALYZE observation_flag');
  };
  const [looped, ours] = await sideBySide(quick ? 1 : 5, loop, async () => {
    const ms = await flag();
    await unflag();
    return ms;
  });
  const [perRow, perRowOfLoop] = [ours / flagged, looped / rows.length];
  return [
    {
      target: 10,
      what: 'flag by filter, with history: row by row in one transaction / ours over HTTP, per row',
      measured: perRowOfLoop / perRow,
      wanted: 12,
      better: 'more',
      unit: 'times',
      detail: `${flagged} in ${ours.toFixed(0)} ms, ${(perRow * 1000).toFixed(1)} µs a row against ${(perRowOfLoop * 1000).toFixed(0)} µs`,
    },
  ];
}
