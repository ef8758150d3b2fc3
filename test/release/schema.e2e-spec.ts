import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { projectRoot } from '#platform/config/project-root';
import { fileDatabase } from '../support/database';
import { schemaPictures } from './schema-pictures';
import { schemaText } from './schema-text';

describe('the written schema', () => {
  let client: Client;

  beforeAll(async () => {
    client = new Client({ connectionString: fileDatabase().adminUrl });
    await client.connect();
  });
  afterAll(() => client.end());

  /** `npm run release:record` writes the files; otherwise they are only read. */
  it.each([
    ['migrations/schema.sql', schemaText],
    ['docs/schema.md', schemaPictures],
  ])('%s shows the migrated database', async (name, textOf) => {
    const file = join(projectRoot(), name);
    const text = await textOf(client);
    if (process.env.RECORD_RELEASE === 'on') writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('says of every table to which area it belongs and what a row is', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND coalesce(obj_description(oid), '') !~ '^[a-z -]+: .' AND relname <> 'schema_migration'`,
    );
    expect(rows).toEqual([]);
  });
});
