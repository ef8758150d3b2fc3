// Checks what differs from main, committed or not: format, lint, types, the unit specs that load it, and the specs of what it belongs to.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const bin = (name) => join('node_modules', '.bin', name);

/** Where this branch left main; without a main, the last commit. */
function base() {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', main, 'HEAD')[0];
    } catch {
      // no such branch here
    }
  }
  return 'HEAD';
}

/** The e2e specs of a file: the spec itself, the spec of an operation, or the folder of a module. */
function specsOf(file) {
  if (/^test\/.*\.e2e-spec\.ts$/.test(file)) return [file];
  const [, area, operation] = /^src\/modules\/([^/]+)\/(?:([^/]+)\/)?/.exec(file) ?? [];
  const ofOperation = `test/${area}/${operation}.e2e-spec.ts`;
  if (operation && existsSync(join(root, ofOperation))) return [ofOperation];
  const folder = area ? `test/${area}/` : /^test\/(?!support|fixtures)[^/]+\//.exec(file)?.[0];
  return folder && existsSync(join(root, folder)) ? [folder] : [];
}

/** Runs programs one after the other; false when one of them fails. */
async function inTurn(...programs) {
  for (const [name, ...args] of programs) {
    const started = performance.now();
    const code = await new Promise((ended) => spawn(bin(name), args, { cwd: root, stdio: 'inherit' }).once('close', ended));
    console.log(`--- ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    if (code !== 0) return false;
  }
  return true;
}

const changed = [...git('diff', '--name-only', '--diff-filter=d', base()), ...git('ls-files', '--others', '--exclude-standard')];
if (changed.length === 0) {
  console.log('Nothing differs from main.');
  process.exit(0);
}
const linted = changed.filter((file) => /\.(ts|mjs|cjs)$/.test(file));
const typed = changed.filter((file) => /\.(ts|json)$/.test(file));
const sources = changed.filter((file) => /^(src|migrations)\/.*\.ts$/.test(file));
const specs = [...new Set(changed.flatMap(specsOf))];

const passed = await Promise.all([
  inTurn(
    ['prettier', '--check', '--ignore-unknown', ...changed],
    ...(linted.length > 0 ? [['eslint', '--max-warnings', '0', '--no-warn-ignored', ...linted]] : []),
  ),
  // With the cache of `npm run typecheck`, so that both share results.
  inTurn(...(typed.length > 0 ? [['tsc', '--noEmit', '--tsBuildInfoFile', 'node_modules/.cache/typecheck.tsbuildinfo']] : [])),
]);
if (passed.includes(false)) process.exit(1);

const tested =
  (sources.length === 0 || (await inTurn(['jest', '--selectProjects', 'unit', '--passWithNoTests', '--findRelatedTests', ...sources]))) &&
  (specs.length === 0 || (await inTurn(['jest', '--passWithNoTests', ...specs])));
process.exit(tested ? 0 : 1);
