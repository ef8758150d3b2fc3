const { availableParallelism } = require('node:os');

const MAX_WORKERS = 8;
// For the workers: specs and service allocate much that soon is garbage, and a larger nursery is collected less often.
process.execArgv.push('--min-semi-space-size=64', '--max-semi-space-size=64');
// Most functions run too rarely in a spec to repay what V8 spends on optimizing them. Later releases have no such flag.
if (process.version.startsWith('v20.')) process.execArgv.push('--interrupt-budget=1000000');

const setup = (name) => `<rootDir>/test/support/setup/${name}.cjs`;

const project = (displayName, testMatch, globalSetup, database) => ({
  displayName,
  // Jest looks for files nowhere else: dist and node_modules have tens of thousands.
  roots: ['bench', 'migrations', 'src', 'test', 'trials'].map((folder) => `<rootDir>/${folder}`),
  testMatch: [`<rootDir>/${testMatch}`],
  transform: { '\\.ts$': '@swc/jest' },
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'], database },
  globalSetup: setup(globalSetup),
  globalTeardown: database ? setup('teardown') : undefined,
});

/** `npm test` runs unit and e2e, which need nothing but Node. The others say what they need when it is missing. */
module.exports = {
  projects: [
    project('unit', 'src/**/*.spec.ts', 'build', false),
    project('e2e', 'test/**/*.e2e-spec.ts', 'database', true),
    project('redis', 'test/redis/**/*.redis-spec.ts', 'redis', true),
    project('cluster', 'test/cluster/**/*.cluster-spec.ts', 'cluster', true),
    project('trial', 'trials/**/*.trial-spec.ts', 'cluster', true),
    project('browser', 'test/browser/**/*.browser-spec.ts', 'browser', true),
  ],
  // A limit for what hangs, not for what is slow: the machine may be busy.
  testTimeout: 300_000,
  // A worker with nothing open exits by itself; on a busy machine that takes longer than the half second that Jest allows.
  workerGracefulExitTimeout: 20_000,
  // More than there are processors: specs wait for jobs, timeouts and other processes for a good part of their time.
  maxWorkers: Math.min(MAX_WORKERS, 2 * availableParallelism()),
};
