import { lstat } from 'node:fs/promises';

const WRITABLE_BY_OTHERS = 0o022;

/** Whether a path is a folder (not a link) of this owner that no other account can write to. */
export async function isOwnFolder(path: string, uid: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & WRITABLE_BY_OTHERS) === 0;
}

/** Whether a path is a folder that only its owner can access. */
export async function isPrivateFolder(path: string, uid: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o777) === 0o700;
}
