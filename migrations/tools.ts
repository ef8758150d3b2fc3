import type { QueryRunner } from 'typeorm';

/** A subquery, so that the setting is read once per statement, not once per row. */
export const OWN_ROWS = `organization_id = (SELECT nullif(current_setting('app.organization_id', true), '')::uuid)`;

/** A tenant table: row-level security hides the rows of all other organizations. */
export async function tenantTable(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  await runner.query(`CREATE POLICY own_organization ON ${table} USING (${OWN_ROWS}) WITH CHECK (${OWN_ROWS})`);
  await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO vendor_risk_service`);
}

/** A tenant table that only functions of its owner write: the service may read it. */
export async function readOnlyTenantTable(runner: QueryRunner, table: string): Promise<void> {
  await tenantTable(runner, table);
  await runner.query(`REVOKE INSERT, UPDATE, DELETE ON ${table} FROM vendor_risk_service`);
}

/** A table that belongs to the platform or is shared by all organizations. */
export async function sharedTable(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO vendor_risk_service`);
}

/** Settings of a queue. All times are in seconds. */
export interface QueueSettings {
  /** A job that runs longer, or whose process has died, is given to another process. */
  expireInSeconds: number;
  retryLimit: number;
  /** Before the first retry; doubled for each further one. */
  retryDelay: number;
}

/** A queue of the job engine, for `Jobs` in src/platform/jobs. At most one job per key waits in it. */
export async function jobQueue(runner: QueryRunner, name: string, settings: QueueSettings): Promise<void> {
  const options = { policy: 'short', retryBackoff: true, ...settings };
  await runner.query(`SELECT pgboss.create_queue($1, $2)`, [name, JSON.stringify(options)]);
}

/**
 * Changes rows in batches that are committed one by one, so that nobody waits long. Row-level security shows one organization's rows at a
 * time, also to the owner of the tables. A step returns the last id of its batch, or undefined at the end.
 */
export async function inPortions(
  runner: QueryRunner,
  step: (organizationId: string, after: string) => Promise<string | undefined>,
): Promise<void> {
  const organizations = (await runner.query(`SELECT id FROM organization ORDER BY id`)) as { id: string }[];
  for (const { id } of organizations) {
    let after: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (after !== undefined) {
      await runner.query('BEGIN');
      try {
        await runner.query(`SELECT set_config('app.organization_id', $1, true)`, [id]);
        after = await step(id, after);
        await runner.query('COMMIT');
      } catch (error) {
        await runner.query('ROLLBACK');
        throw error;
      }
    }
  }
}

/**
 * Builds an index while the service runs, which is not possible in a transaction. An incomplete index, left by an interrupted run, is built
 * again. The build waits for older transactions, so run it without a lock timeout; nobody waits for the build.
 */
export async function buildIndex(runner: QueryRunner, name: string, definition: string): Promise<void> {
  const [broken] = (await runner.query(`SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid`, [name])) as object[];
  if (broken) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
  await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ${definition}`);
}

/** An index, ON what it is built, and the indexes that it makes superfluous. */
export type ReplacedIndex = readonly [name: string, definition: string, replaced: readonly string[]];

/** Builds indexes one by one, as buildIndex does, and drops those that each replaces. */
export async function replaceIndexes(runner: QueryRunner, indexes: readonly ReplacedIndex[]): Promise<void> {
  await runner.query(`SET lock_timeout = 0`);
  for (const [name, definition, replaced] of indexes) {
    await buildIndex(runner, name, definition);
    for (const index of replaced) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  }
  await runner.query(`RESET lock_timeout`);
}

/** A trigger that passes the rows of a statement to a function, as the given transition tables. */
export function onStatement(
  runner: QueryRunner,
  table: string,
  runs: string,
  event: 'INSERT' | 'UPDATE' | 'DELETE',
  rows: string,
): Promise<unknown> {
  return runner.query(
    `CREATE TRIGGER ${runs}_${event.toLowerCase()} AFTER ${event} ON ${table} REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${runs}()`,
  );
}

/** Triggers that pass the rows that a statement inserts, updates or deletes to a function, as the tables `added` and `removed`. */
export function onEveryWrite(table: string, run: string): string[] {
  const trigger = (name: string, event: string, tables: string) =>
    `CREATE TRIGGER ${run}_${name} AFTER ${event} ON ${table} REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ${run}()`;
  return [
    trigger('added', 'INSERT', 'NEW TABLE AS added'),
    trigger('changed', 'UPDATE', 'OLD TABLE AS removed NEW TABLE AS added'),
    trigger('removed', 'DELETE', 'OLD TABLE AS removed'),
  ];
}

/** Runs statements for each organization, `own`. Row-level security then shows only its rows, also to the owner of the tables. */
export function forEachOrganization(statements: string, variables = ''): string {
  return `
DO $do$
DECLARE${variables}
  own uuid;
BEGIN
  FOR own IN SELECT id FROM organization ORDER BY id LOOP
    PERFORM set_config('app.organization_id', own::text, true);${statements}
  END LOOP;
END $do$`;
}

/**
 * Copies values of observations o to the existing states s. Nothing that is served changes, so no trigger runs for it. Writers wait
 * meanwhile.
 */
export async function copyToStates(runner: QueryRunner, assignments: string, condition = 'true'): Promise<void> {
  await runner.query(`LOCK TABLE observation, observation_state IN SHARE ROW EXCLUSIVE MODE`);
  await runner.query(`ALTER TABLE observation_state DISABLE TRIGGER USER`);
  await runner.query(
    forEachOrganization(`
    UPDATE observation_state s SET ${assignments}
      FROM observation o
     WHERE s.organization_id = own AND ${condition} AND o.organization_id = own AND o.id = s.observation_id;`),
  );
  await runner.query(`ALTER TABLE observation_state ENABLE TRIGGER USER`);
}
