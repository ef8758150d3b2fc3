import { Client } from 'pg';
import { seedDemo } from '../../src/admin/seed/demo/demo-organization';
import { maintenanceUrl, run } from './database';
import { cloneDatabase, createOwnDatabase, type OwnDatabase } from './own-database';
import { startTestApp } from './test-app';

const TEMPLATE = 'demo_template';
/** Held while the template is looked up or created, in the database that all files share. */
const LOCK = 'vendor-risk-test-demo';

interface Credential {
  clientId: string;
  clientSecret: string;
}

export interface DemoDatabase extends OwnDatabase {
  /** The demo credential. */
  credential: Credential;
}

/** Another database with the demo. Creating the demo takes long, so each run creates it once and then copies it. */
export async function createDemoDatabase(): Promise<DemoDatabase> {
  const credential = await findOrMakeTemplate();
  return { ...(await cloneDatabase(TEMPLATE)), credential };
}

/** The comment on the template stores the credential: the secret is shown only once. */
async function findOrMakeTemplate(): Promise<Credential> {
  const client = new Client({ connectionString: maintenanceUrl() });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [LOCK]);
    const { rows } = await client.query<{ comment: string }>(
      `SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = $1`,
      [TEMPLATE],
    );
    return JSON.parse(rows[0]?.comment ?? (await makeTemplate(client))) as Credential;
  } finally {
    await client.end();
  }
}

async function makeTemplate(client: Client): Promise<string> {
  const draft = await createOwnDatabase();
  const service = await startTestApp({ DATABASE_URL: draft.serviceUrl });
  const { access } = await seedDemo(service.app);
  await service.close();
  await run(draft.adminUrl, 'ANALYZE');
  const credential = JSON.stringify(access);
  await client.query(`COMMENT ON DATABASE ${draft.name} IS ${client.escapeLiteral(credential)}`);
  await client.query(`ALTER DATABASE ${draft.name} RENAME TO ${TEMPLATE}`);
  return credential;
}
