// All checks before a push. The static checks run in parallel; then the tests run alone.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root, runCheck } from './run-check.mjs';

/** Longest first. */
const STATIC = ['lint', 'typecheck', 'boundaries', 'deadcode', 'secrets', 'format:check', 'lint:openapi'];

const waiting = [...STATIC];
const failed = [];
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
    for (let script = waiting.shift(); script; script = waiting.shift()) {
      if (!(await runCheck(script, 'npm', ['run', '--silent', script]))) failed.push(script);
    }
  }),
);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}. The tests were not run.`);
  process.exit(1);
}
spawn('npm', ['test'], { cwd: root, stdio: 'inherit' }).once('close', (code) => process.exit(code ?? 1));
