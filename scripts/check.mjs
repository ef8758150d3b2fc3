// All checks before a push: the static checks side by side, then the tests. `npm run check -- lint secrets` runs only those named.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root, runCheck } from './run-check.mjs';

/** Longest first. */
const STATIC = {
  lint: 'eslint . --max-warnings 0',
  types: 'tsc --noEmit --tsBuildInfoFile node_modules/.cache/typecheck.tsbuildinfo',
  boundaries: 'depcruise src test migrations bench trials --config .dependency-cruiser.cjs --cache node_modules/.cache/dependency-cruiser',
  deadcode: 'knip',
  secrets: 'node scripts/check-secrets.mjs',
  format: 'prettier --check --cache .',
  openapi: 'node scripts/lint-openapi.mjs',
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in STATIC));
if (unknown.length > 0) {
  console.error(`No check is called ${unknown.join(', ')}. The checks are ${Object.keys(STATIC).join(', ')}.`);
  process.exit(2);
}

const waiting = named.length > 0 ? [...named] : Object.keys(STATIC);
const failed = [];
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const [program, ...args] = STATIC[name].split(' ');
      if (!(await runCheck(name, 'npx', ['--no-install', program, ...args]))) failed.push(name);
    }
  }),
);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.${named.length > 0 ? '' : ' The tests were not run.'}`);
  process.exit(1);
}
if (named.length === 0) spawn('npm', ['test'], { cwd: root, stdio: 'inherit' }).once('close', (code) => process.exit(code ?? 1));
