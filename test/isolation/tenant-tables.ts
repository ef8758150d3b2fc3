import { Client } from 'pg';
import { fileDatabase } from '../support/database';

/** Runs one statement as the owner of the schema, who bypasses row-level security. */
export async function asOwner<Row>(sql: string, params: unknown[] = []): Promise<Row[]> {
  owner ??= connect();
  return (await (await owner).query(sql, params)).rows as Row[];
}

/** One connection for the spec file. It ends when its database is dropped, or when a spec closes all connections. */
let owner: Promise<Client> | undefined;

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: fileDatabase().adminUrl });
  client.on('error', () => undefined).on('end', () => (owner = undefined));
  await client.connect();
  return client;
}

/** Tables with an organization but without row-level security: they are read to find the organization of a caller. */
export const BEFORE_THE_ORGANIZATION_IS_KNOWN = ['oauth_client', 'organization_domain'];

/** Rows never outlive their transaction, so there are none to protect. */
export const TRANSIENT = ['audit_intake'];

/** The service's role reads these and changes nothing: the database itself writes them. */
export const APPEND_ONLY = ['audit_event', 'audit_head', 'audit_target'];

/** All tables in the database whose rows belong to one organization. */
export async function tenantTables(): Promise<string[]> {
  const rows = await asOwner<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($1) ORDER BY 1`,
    [[...BEFORE_THE_ORGANIZATION_IS_KNOWN, ...TRANSIENT]],
  );
  return rows.map(({ name }) => name);
}

/** A checksum of the organization's rows in every tenant table. */
export async function checksumsOf(organizationId: string): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for (const table of await tenantTables()) {
    const [row] = await asOwner<{ sum: string }>(
      `SELECT count(*) || ' rows ' || md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS sum FROM ${table} t WHERE organization_id = $1`,
      [organizationId],
    );
    sums.set(table, row?.sum ?? '');
  }
  return sums;
}
