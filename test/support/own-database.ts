import { randomBytes } from 'node:crypto';
import { maintenanceUrl, run, testDatabase, type TestDatabase } from './database';

export interface OwnDatabase extends TestDatabase {
  drop(): Promise<void>;
}

/** A further database, cloned from the migrated template: for a test that spoils what the other tests of its file need. */
export function createOwnDatabase(): Promise<OwnDatabase> {
  return cloneDatabase(process.env.TEST_TEMPLATE_DATABASE ?? '');
}

/** A copy of a database that nobody is connected to. */
export async function cloneDatabase(template: string): Promise<OwnDatabase> {
  const name = `own_${randomBytes(6).toString('hex')}`;
  await run(maintenanceUrl(), `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return { ...testDatabase(name), drop: () => run(maintenanceUrl(), `DROP DATABASE ${name} WITH (FORCE)`) };
}
