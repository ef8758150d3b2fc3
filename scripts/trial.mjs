// Long trials, and the thorough form of what `npm test` runs briefly: `npm run trial -- NAME [options]`.
import { execFileSync, spawn } from 'node:child_process';
import { root } from './run-check.mjs';

const HOURS = ['--testTimeout=7200000'];
const thorough = (env, ...specs) => ({ env, program: 'npx', args: ['--no-install', 'jest', ...HOURS, ...specs] });
const built = (name) => ({ program: 'node', args: [`dist/trials/${name}.js`], needsBuild: true });

const TRIALS = {
  hostile: built('hostile'),
  overload: built('overload'),
  neighbours: built('neighbours'),
  faults: built('faults'),
  cluster: {
    needs: ['redis-server', 'pgbouncer', 'haproxy'],
    program: 'npx',
    args: ['--no-install', 'jest', '--runInBand', 'trials/cluster'],
  },
  backup: { program: 'trials/backup.sh', args: [] },
  changes: thorough({ TORTURE_SECONDS: '1800', TORTURE_KILL_EVERY: '20' }, 'test/changes/torture'),
  audit: thorough({ AUDIT_WRITES: '1000', AUDIT_KILLS: '50' }, 'test/audit/kills'),
  isolation: thorough({ ISOLATION: 'thorough', ISOLATION_CALLS: '20000' }, 'test/isolation'),
  fuzz: thorough({ FUZZ_RUNS: '20000' }, 'test/fuzz'),
  contract: thorough({ CONTRACT: 'thorough' }, 'test/contract/rest-and-mcp'),
  plans: thorough({ PLANS: 'thorough' }, 'test/observations/filter-pages'),
  tokens: thorough({ TIMING_ROUNDS: '3000', ROTATIONS: '10' }, 'test/oauth', 'test/platform/authentication'),
  properties: thorough(
    { PROPERTY_RUNS: '200', MONITORED_VENDORS: '200', DETECTED_VENDORS: '5000' },
    'test/security-events/recount',
    'test/vendors/bulk-upsert',
    'test/observations/any-filter',
    'test/monitoring/many-vendors',
    'src/modules/avd/detection/detect-file',
  ),
};

const [name, ...options] = process.argv.slice(2);
const trial = TRIALS[name];
if (!trial) {
  console.error(`Usage: npm run trial -- NAME [options], where NAME is one of ${Object.keys(TRIALS).join(', ')}.`);
  process.exit(2);
}
if (trial.needs) execFileSync('bash', ['scripts/install-missing.sh', ...trial.needs], { cwd: root, stdio: 'inherit' });
if (trial.needsBuild) execFileSync('node', ['scripts/build-if-stale.mjs'], { cwd: root, stdio: 'inherit' });
spawn(trial.program, [...trial.args, ...options], { cwd: root, stdio: 'inherit', env: { ...process.env, ...trial.env } }).once(
  'close',
  (code) => process.exit(code ?? 1),
);
