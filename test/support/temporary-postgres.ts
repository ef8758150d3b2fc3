import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#platform/database/migrate';
import { ensureServiceLogin, startEmbeddedPostgres, type RunningPostgres } from '#platform/embedded-postgres/embedded-postgres';

/** A separate migrated server, for a test that breaks it. Its commits survive a kill of its processes. */
export async function startTemporaryPostgres(): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-own-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres(folder, { port: 0, settings: ['fsync=off'] });
  await migrate(postgres.adminUrl);
  await ensureServiceLogin(postgres);
  return {
    ...postgres,
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
