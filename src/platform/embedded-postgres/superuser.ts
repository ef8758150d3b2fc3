import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '#platform/config/env';
import { connected, type Connection } from '#platform/database/connected';
import { ignoreExisting } from './ignore-existing';

/** A server on this machine refuses at once if it is down. If it takes longer, the machine is busy. */
export const CONNECT_TIMEOUT_MS = 60_000;

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

/** Where a server listens: a Unix socket in a folder, or, without a folder, the loopback interface. */
export interface Place {
  folder?: string;
  port: number;
}

/** The server must prove that it knows the password: whatever listens there after a crash may be another account's. */
export function databaseUrl(user: string, password: string, { folder, port }: Place, database: string): string {
  const host = folder === undefined ? '127.0.0.1' : encodeURIComponent(folder);
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}?require_auth=scram-sha-256`;
}

/** The superuser's connection to a cluster. */
export function asSuperuser<T>(place: Place, passwords: Passwords, work: (client: Connection) => Promise<T>): Promise<T> {
  return connected(databaseUrl('postgres', passwords.admin, place, 'postgres'), work, CONNECT_TIMEOUT_MS);
}
