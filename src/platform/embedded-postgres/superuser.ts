import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { ConfigurationError } from '#platform/config/env';
import { ignoreExisting } from './ignore-existing';

/** A server on this machine refuses at once if it is down. If it takes longer, the machine is busy. */
const CONNECT_TIMEOUT_MS = 60_000;

export interface Passwords {
  admin: string;
  service: string;
}

/** The passwords of a cluster, stored in DATA_DIR. */
export async function readPasswords(home: string): Promise<Passwords> {
  const file = join(home, 'credentials.json');
  if (!existsSync(file)) {
    const fresh: Passwords = { admin: randomBytes(24).toString('hex'), service: randomBytes(24).toString('hex') };
    await writeFile(file, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' }).catch(ignoreExisting);
  }
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Passwords;
  } catch (error) {
    throw new ConfigurationError(`The database under ${home} belongs to another account: ${(error as Error).message}.`);
  }
}

export function databaseUrl(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** The superuser's connection to a cluster. */
export function asSuperuser<T>(port: number, passwords: Passwords, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(databaseUrl('postgres', passwords.admin, port, 'postgres'), work);
}

export async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
