const { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } = require('node:fs');
const { freemem, tmpdir } = require('node:os');
const { join } = require('node:path');
const { Client } = require('pg');
const build = require('./build.cjs');

const PLATFORM = join(__dirname, '..', '..', '..', 'dist', 'src', 'platform');
/** The data need not survive a crash, a database lives as long as its spec file, and passwords need not resist anybody. */
const FAST = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  ...['max_wal_size=4GB', 'checkpoint_timeout=1h', 'max_connections=400', 'autovacuum=off', 'scram_iterations=1'],
];

/** Far more than the few databases that exist at a time. */
const NEEDED_BYTES = 4 * 2 ** 30;

/** One temporary PostgreSQL for the whole run. Its migrated database is the template: each spec file works in a clone (file-database.cjs). */
module.exports = async () => {
  if (globalThis.__postgres) return; // another project of this run started it
  build();
  const { startEmbeddedPostgres, ensureServiceLogin } = require(join(PLATFORM, 'embedded-postgres', 'embedded-postgres.js'));
  const { migrate } = require(join(PLATFORM, 'database', 'migrate.js'));
  const folder = mkdtempSync(join(roomyFolder(), 'vendor-risk-test-'));
  chmodSync(folder, 0o755);
  removeWhenInterrupted(folder);
  const postgres = await startEmbeddedPostgres(folder, { port: 0, settings: FAST });
  globalThis.__postgres = { postgres, folder };
  await migrate(postgres.adminUrl);
  await ensureServiceLogin(postgres);
  await hashPasswordAgain(postgres.adminUrl);
  process.env.TEST_DATABASE_URL = postgres.serviceUrl;
  process.env.TEST_ADMIN_DATABASE_URL = postgres.adminUrl;
  process.env.TEST_TEMPLATE_DATABASE = new URL(postgres.adminUrl).pathname.slice(1);
};

/** In memory if there is room: a database for each spec file is a few hundred thousand files that are soon deleted again. */
function roomyFolder() {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, freemem()) > NEEDED_BYTES ? memory : tmpdir();
}

/** The teardown does not run after Ctrl-C, and neither the server nor its files may stay. */
function removeWhenInterrupted(folder) {
  process.once('exit', () => {
    const running = join(folder, 'postgres', 'postmaster.pid');
    if (existsSync(running)) process.kill(Number(readFileSync(running, 'utf8').split('\n')[0]), 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }))
    process.once(signal, () => process.exit(128 + number));
}

/** The owner's password is older than the settings above, and each of a few thousand connections would hash it 4096 times. */
async function hashPasswordAgain(adminUrl) {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`ALTER ROLE postgres PASSWORD ${client.escapeLiteral(new URL(adminUrl).password)}`);
  await client.end();
}
