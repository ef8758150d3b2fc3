import { randomBytes } from 'node:crypto';
import { link, lstat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '#platform/config/env';

const READABLE_BY_OTHERS = 0o077;

/**
 * The encryption key of an embedded database, generated if there is none. The file is created atomically and is readable only by its owner.
 */
export async function ensureKeyFile(folder: string): Promise<string> {
  const file = join(folder, 'encryption.key');
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) await makeKeyFile(file);
  else if (!found.isFile() || (found.mode & READABLE_BY_OTHERS) !== 0)
    throw new ConfigurationError(`${file} must be a file that only its owner can read: chmod 600 ${file}.`);
  return file;
}

async function makeKeyFile(file: string): Promise<void> {
  const draft = `${file}.new-${randomBytes(8).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // Fails if another process was faster; then both use that key.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
}
