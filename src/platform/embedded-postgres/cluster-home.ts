import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, constants, link, lstat, mkdir, readFile, rename, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigurationError } from '#platform/config/env';
import { ignoreExisting } from './ignore-existing';
import { isOwnFolder, isPrivateFolder } from './own-folder';
import { canReach, type UnixAccount } from './unix-account';

/** In DATA_DIR, when the cluster cannot lie there: says where it lies. */
const PLACE_FILE = 'cluster-place';
/** Where every account may have folders. */
const SHARED = '/var/tmp';
const WRITABLE_BY_ALL = 0o002;

/** DATA_DIR, made where there is none. */
export async function usableFolder(dataDir: string): Promise<string> {
  const home = resolve(dataDir);
  try {
    await mkdir(home, { recursive: true });
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigurationError(`DATA_DIR ${home} cannot be used: ${(error as Error).message}.`);
  }
  // What root does in a folder, whoever can write it can turn against the machine.
  if (process.getuid?.() === 0 && ((await stat(home)).mode & WRITABLE_BY_ALL) !== 0)
    throw new ConfigurationError(`DATA_DIR ${home} can be written by everybody: take that right away, or set DATA_DIR to another folder.`);
  return home;
}

/** Where the cluster lies: in DATA_DIR, or beside it when the account that runs PostgreSQL cannot get there. */
export async function clusterHome(home: string, account: UnixAccount | undefined): Promise<string> {
  return !account || (await canReach(home, account)) ? home : placeBeside(home, account, SHARED);
}

/**
 * A folder of ours where everybody may have folders. Its name cannot be guessed, and is known from DATA_DIR alone; whatever
 * others put there before is not touched.
 */
export async function placeBeside(home: string, account: UnixAccount, shared: string): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const kept = await keptPlace(home);
  if (kept !== undefined && (await exists(kept))) {
    if (await isOwnFolder(kept, uid)) return kept;
    throw new ConfigurationError(
      `The database of DATA_DIR ${home} lies in ${kept}, which is not a folder of this account alone: look into it, or set DATA_DIR to another folder.`,
    );
  }
  const earlier = earlierPlace(home, shared);
  const isOurs = (await isOwnFolder(earlier, uid)) && (await isPrivateFolder(join(earlier, 'postgres'), account.uid));
  const place = isOurs ? earlier : await newPlace(shared);
  await keep(home, place, kept !== undefined);
  const decided = await keptPlace(home);
  if (decided === place) return place;
  if (!isOurs) await rmdir(place); // another process was quicker: its place serves both
  return placeBeside(home, account, shared);
}

/** The file is there whole or not at all. */
async function keep(home: string, place: string, replaces: boolean): Promise<void> {
  const file = join(home, PLACE_FILE);
  const draft = `${file}.new-${randomBytes(8).toString('hex')}`;
  await writeFile(draft, place, { mode: 0o600, flag: 'wx' });
  if (replaces) {
    await rename(draft, file);
    return;
  }
  await link(draft, file).catch(ignoreExisting);
  await unlink(draft);
}

async function keptPlace(home: string): Promise<string | undefined> {
  return readFile(join(home, PLACE_FILE), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Fails where there is anything of that name already, a link included. */
async function newPlace(shared: string): Promise<string> {
  const place = join(shared, `vendor-risk-${randomBytes(16).toString('hex')}`);
  await mkdir(place, { mode: 0o755 });
  await chmod(place, 0o755); // whatever the umask: the account that runs PostgreSQL passes through
  return place;
}

/** Where earlier versions put it. Everybody who knows DATA_DIR can guess the name. */
function earlierPlace(home: string, shared: string): string {
  return join(shared, `vendor-risk-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`);
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
