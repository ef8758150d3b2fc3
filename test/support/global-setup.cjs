/** One throw-away PostgreSQL for the whole run; each test is its own organization in it. */
const { execFileSync } = require('node:child_process');
const { mkdtempSync, chmodSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = async () => {
  const root = join(__dirname, '..', '..');
  execFileSync(process.execPath, [join(root, 'scripts', 'build-if-stale.mjs')], { stdio: 'inherit' });
  const { startEmbeddedPostgres, ensureServiceLogin } = require(join(root, 'dist/src/platform/embedded-postgres/embedded-postgres.js'));
  const { migrate } = require(join(root, 'dist/src/platform/database/migrate.js'));
  const folder = mkdtempSync(join(tmpdir(), 'vendor-risk-test-'));
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres(folder, { settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] });
  await migrate(postgres.adminUrl);
  await ensureServiceLogin(postgres);
  process.env.TEST_DATABASE_URL = postgres.serviceUrl;
  process.env.TEST_ADMIN_DATABASE_URL = postgres.adminUrl;
  globalThis.__postgres = { postgres, folder };
};
