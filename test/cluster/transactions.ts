import { Client } from 'pg';

/** Transactions in a server's database since its start, by its statistics, which each process updates once a second. */
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
