import type { Client } from 'pg';
import type { Outcome } from '../context';
import { sideBySide, timed } from '../measure';

const INDEXES = [
  'observation_open_terms_idx',
  'observation_closed_terms_idx',
  'observation_open_created_idx',
  'observation_closed_created_idx',
  'observation_resolved_idx',
];
const OF_VALUES = ['observation_value_grams_idx'];
const TRIGGERS = ['observation_words_added', 'observation_words_changed', 'observation_words_removed'];

/** The schema before filters had indexes; rolled back with the transaction. */
const WITHOUT = [
  ...[...INDEXES, ...OF_VALUES].map((name) => `DROP INDEX ${name}`),
  ...TRIGGERS.map((name) => `ALTER TABLE observation DISABLE TRIGGER ${name}`),
];

/** What the indexes and kept values of filters cost an import and a rescan, and how large they are. */
export async function searchCost(admin: Client, organizationId: string, quick: boolean): Promise<Outcome[]> {
  const rows = quick ? 5_000 : 20_000;
  const { rows: columns } = await admin.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'observation' AND is_generated = 'NEVER' ORDER BY ordinal_position`,
  );
  const changed: Record<string, string> = { id: 'uuid_v7()', fingerprint: `decode(md5('again ' || id::text), 'hex')` };
  const names = columns.map(({ name }) => name);
  const some = `FROM observation WHERE organization_id = '${organizationId}' ORDER BY id LIMIT ${rows}`;
  const works = {
    import: `INSERT INTO observation (${names.join(', ')}) SELECT ${names.map((name) => changed[name] ?? name).join(', ')} ${some}`,
    rescan: `UPDATE observation SET last_seen = last_seen + interval '1 day' WHERE organization_id = '${organizationId}' AND id IN (SELECT id ${some})`,
  };
  const undone = async (statements: readonly string[], work: string): Promise<number> => {
    await admin.query(`BEGIN; SET LOCAL app.organization_id = '${organizationId}'`);
    try {
      for (const statement of statements) await admin.query(statement);
      return await timed(() => admin.query(work));
    } finally {
      await admin.query('ROLLBACK');
    }
  };
  const outcomes: Outcome[] = [];
  for (const [what, work] of Object.entries(works)) {
    const [ours, without] = await sideBySide(
      3,
      () => undone([], work),
      () => undone(WITHOUT, work),
    );
    outcomes.push({
      target: 16,
      what: `${what} of ${rows} rows: with the indexes of filters / without`,
      measured: ours / without,
      wanted: 1.3,
      better: 'less',
      unit: 'times',
      detail: `${ours.toFixed(0)} ms against ${without.toFixed(0)} ms, triggers included`,
      wholeData: true,
    });
  }
  const { rows: sizes } = await admin.query<{ all: string; search: string }>(
    `SELECT pg_indexes_size('observation') AS all, (SELECT sum(pg_relation_size(name::regclass)) FROM unnest($1::text[]) AS name) AS search`,
    [INDEXES],
  );
  const [all, search] = [Number(sizes[0]?.all), Number(sizes[0]?.search)].map((bytes) => bytes / 2 ** 20) as [number, number];
  outcomes.push({
    target: 16,
    what: 'size of the indexes of observations: with those of filters / without',
    measured: all / (all - search),
    wanted: 1.5,
    better: 'less',
    unit: 'times',
    detail: `${all.toFixed(0)} MB against ${(all - search).toFixed(0)} MB`,
    wholeData: true,
  });
  return outcomes;
}
