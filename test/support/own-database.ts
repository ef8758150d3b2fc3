import { randomBytes } from 'node:crypto';
import { maintenanceUrl, run, testDatabase, type TestDatabase } from './database';

export interface OwnDatabase extends TestDatabase {
  drop(): Promise<void>;
}

/** Another database, cloned from the migrated template: for a test that breaks what the other tests of its file need. */
export function createOwnDatabase(): Promise<OwnDatabase> {
  return cloneDatabase(process.env.TEST_TEMPLATE_DATABASE ?? '');
}

/** A copy of a database that has no connections. */
export async function cloneDatabase(template: string): Promise<OwnDatabase> {
  const name = `own_${randomBytes(6).toString('hex')}`;
  await run(maintenanceUrl(), `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return { ...testDatabase(name), drop: () => run(maintenanceUrl(), `DROP DATABASE ${name} WITH (FORCE)`) };
}
