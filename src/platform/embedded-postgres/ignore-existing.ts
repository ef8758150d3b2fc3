/** Ignores EEXIST: another process created the file or folder at the same time, and both can use it. */
export function ignoreExisting(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EEXIST' && code !== 'ENOTEMPTY') throw error;
}
