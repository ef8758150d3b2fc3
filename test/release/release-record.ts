import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';
import { projectRoot } from '#platform/config/project-root';
import { MIGRATIONS } from '../../migrations/all';
import type { SchemaShape } from './schema-shape';

/** What a release pins: its migrations and schema, and the statements its code still sends while a newer schema is rolled out. */
export interface ReleaseRecord {
  version: string;
  migrations: RecordedMigration[];
  schema: SchemaShape;
  statements: string[];
}

export interface RecordedMigration {
  name: string;
  /** Hash of the statements it runs, not of its source: comments may change. */
  sha256: string;
}

const FOLDER = join(projectRoot(), 'migrations', 'releases');

export function readRecords(): ReleaseRecord[] {
  return readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as ReleaseRecord);
}

/** Records the current code under the version of package.json. */
export async function writeRecord(schema: SchemaShape, statements: string[]): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string };
  const record: ReleaseRecord = { version, migrations: await currentMigrations(), schema, statements };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${version}.json`), `${JSON.stringify(record, null, 2)}\n`);
}

export async function currentMigrations(): Promise<RecordedMigration[]> {
  return Promise.all(
    MIGRATIONS.map(async (Migration) => {
      const hash = createHash('sha256');
      const listener = {
        query: (sql: string, parameters: unknown[] = []) => {
          hash.update(JSON.stringify([sql.replace(/\s+/g, ' ').trim(), parameters]));
          return Promise.resolve([]);
        },
      };
      await new Migration().up(listener as unknown as QueryRunner);
      return { name: Migration.name, sha256: hash.digest('hex') };
    }),
  );
}
