import { Client } from 'pg';

/** One statement as the owner of the schema, whom row-level security does not bind. */
export async function asOwner<Row>(sql: string, params: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: process.env.TEST_ADMIN_DATABASE_URL });
  await client.connect();
  try {
    return (await client.query(sql, params)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Tables that name an organization and have no row-level security: they are read to find out which organization a caller speaks for. */
export const BEFORE_THE_ORGANIZATION_IS_KNOWN = ['oauth_client', 'organization_domain'];

/** Every table, as the catalogue has it, whose rows belong to one organization. */
export async function tenantTables(): Promise<string[]> {
  const rows = await asOwner<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($1) ORDER BY 1`,
    [BEFORE_THE_ORGANIZATION_IS_KNOWN],
  );
  return rows.map(({ name }) => name);
}

/** What an organization has in every tenant table, as one checksum each. */
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
