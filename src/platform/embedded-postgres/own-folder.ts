import { lstat } from 'node:fs/promises';

const WRITABLE_BY_OTHERS = 0o022;

/** Whether a path is a folder of this owner, itself and not by a link, that nobody else can write. */
export async function isOwnFolder(path: string, uid: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & WRITABLE_BY_OTHERS) === 0;
}

/** Whether a path is a folder that its owner alone can enter. */
export async function isPrivateFolder(path: string, uid: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o777) === 0o700;
}
