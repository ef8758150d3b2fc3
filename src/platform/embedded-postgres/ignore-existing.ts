/** Another process that started at the same time was quicker: what it made serves both. */
export function ignoreExisting(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EEXIST' && code !== 'ENOTEMPTY') throw error;
}
