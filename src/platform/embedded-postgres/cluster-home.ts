import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, constants, link, lstat, mkdir, readFile, rename, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ConfigurationError } from '#platform/config/env';
import { ignoreExisting } from './ignore-existing';
import { isOwnFolder, isPrivateFolder } from './own-folder';
import { canReach, type UnixAccount } from './unix-account';

/** File in DATA_DIR with the path of the cluster, when the cluster cannot be in DATA_DIR. */
const PLACE_FILE = 'cluster-place';
/** World-writable folder. */
const SHARED = '/var/tmp';
const WRITABLE_BY_ALL = 0o002;

/** Creates DATA_DIR if necessary and returns its absolute path. */
export async function usableFolder(dataDir: string): Promise<string> {
  const home = resolve(dataDir);
  try {
    await createFolder(home);
    await access(`${home}/.`, constants.R_OK | constants.W_OK | constants.X_OK); // the dot refuses a file
  } catch (error) {
    throw new ConfigurationError(`DATA_DIR ${home} cannot be used: ${(error as Error).message}.`);
  }
  // Whoever can write to a folder that root uses could redirect root's writes.
  if (process.getuid?.() === 0 && ((await stat(home)).mode & WRITABLE_BY_ALL) !== 0)
    throw new ConfigurationError(`DATA_DIR ${home} is world-writable: change its mode, or set DATA_DIR to another folder.`);
  return home;
}

/** One call for each missing folder: Node's recursive mkdir never returns where the parent exists and refuses (/proc), and hides the reason. */
async function createFolder(folder: string): Promise<void> {
  if (await exists(folder)) return;
  await createFolder(dirname(folder));
  await mkdir(folder).catch(ignoreExisting);
}

/** The folder of the cluster: in DATA_DIR, or elsewhere when the account that runs PostgreSQL cannot access DATA_DIR. */
export async function clusterHome(home: string, account: UnixAccount | undefined): Promise<string> {
  return !account || (await canReach(home, account)) ? home : placeBeside(home, account, SHARED);
}

/** A private folder in a world-writable one. Its name is random and recorded in DATA_DIR; folders that others created there are not touched. */
export async function placeBeside(home: string, account: UnixAccount, shared: string): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const kept = await keptPlace(home);
  if (kept !== undefined && (await exists(kept))) {
    if (await isOwnFolder(kept, uid)) return kept;
    throw new ConfigurationError(
      `The database of DATA_DIR ${home} is in ${kept}, which another account owns or can write to: check it, or set DATA_DIR to another folder.`,
    );
  }
  const earlier = earlierPlace(home, shared);
  const isOurs = (await isOwnFolder(earlier, uid)) && (await isPrivateFolder(join(earlier, 'postgres'), account.uid));
  const place = isOurs ? earlier : await newPlace(shared);
  await keep(home, place, kept !== undefined);
  const decided = await keptPlace(home);
  if (decided === place) return place;
  if (!isOurs) await rmdir(place); // another process was faster: use its folder
  return placeBeside(home, account, shared);
}

/** Writes the file atomically. */
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

/** Fails if the name exists already, even as a link. */
async function newPlace(shared: string): Promise<string> {
  const place = join(shared, `vendor-risk-${randomBytes(16).toString('hex')}`);
  await mkdir(place, { mode: 0o755 });
  await chmod(place, 0o755); // independent of the umask: the account that runs PostgreSQL must be able to enter
  return place;
}

/** The folder of earlier versions. Its name can be guessed from DATA_DIR. */
function earlierPlace(home: string, shared: string): string {
  return join(shared, `vendor-risk-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`);
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
