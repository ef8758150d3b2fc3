import { Client } from 'pg';

/** A connection outside the pool. */
export type Connection = Client;

/** Runs work on a connection outside the pool, such as one of the schema owner. */
export async function connected<T>(url: string, work: (client: Connection) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
