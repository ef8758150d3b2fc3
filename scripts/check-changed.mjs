// Checks what differs from main, committed or not: format, lint, types, the unit specs that load it, and the specs of what it belongs to.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, runCheck } from './run-check.mjs';

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

/** Runs programs one after the other, up to the first that fails; false then. */
async function inTurn(...programs) {
  for (const [name, ...args] of programs) if (!(await runCheck(name, bin(name), args))) return false;
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
  inTurn(
    // With the cache of `npm run check -- types`, so that both share results.
    ...(typed.length > 0 ? [['tsc', '--noEmit', '--tsBuildInfoFile', 'node_modules/.cache/typecheck.tsbuildinfo']] : []),
    ...(sources.length > 0 ? [['jest', '--selectProjects', 'unit', '--passWithNoTests', '--findRelatedTests', ...sources]] : []),
    ...(specs.length > 0 ? [['jest', '--selectProjects', 'e2e', '--passWithNoTests', '--watchAll=false', ...specs]] : []),
  ),
]);
process.exit(passed.includes(false) ? 1 : 0);
