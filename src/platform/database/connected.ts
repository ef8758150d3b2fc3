import type { Client } from 'pg';
import { ScramClient } from './scram-client';

/** A connection outside the pool. */
export type Connection = Client;

/** Runs work on a connection outside the pool, such as one of the schema owner. */
export async function connected<T>(url: string, work: (client: Connection) => Promise<T>, timeoutMs = 5000): Promise<T> {
  const client = new ScramClient({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
