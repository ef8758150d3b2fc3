import { Client } from 'pg';

/** How many transactions a server has counted in its database since it started; each process adds its own once a second. */
export async function transactionsOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      'SELECT (xact_commit + xact_rollback)::int AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
