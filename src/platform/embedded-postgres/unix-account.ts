import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { ConfigurationError } from '#platform/config/env';

export interface UnixAccount {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so as root another account runs it. Otherwise undefined: the current account runs it. */
export function postgresAccount(): UnixAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw new ConfigurationError(
      'PostgreSQL cannot run as root, and there is no account "postgres" or "nobody" to run it; set DATABASE_URL.',
    );
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Whether an account can read a path. */
export async function canReach(path: string, account: UnixAccount): Promise<boolean> {
  return promisify(execFile)('test', ['-r', path], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );
}
