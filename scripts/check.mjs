// All checks before a push. The static checks run in parallel; then the tests run alone.
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Longest first. */
const STATIC = ['lint', 'typecheck', 'boundaries', 'deadcode', 'secrets', 'format:check', 'lint:openapi'];

/** Runs an npm script and prints its output in one block. */
async function run(script) {
  const started = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((ended) => child.once('close', ended));
  if (code !== 0) process.stdout.write(output);
  console.log(`--- ${script}: ${code === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return code === 0;
}

const waiting = [...STATIC];
const failed = [];
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
    for (let script = waiting.shift(); script; script = waiting.shift()) if (!(await run(script))) failed.push(script);
  }),
);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}. The tests were not run.`);
  process.exit(1);
}
spawn('npm', ['test'], { cwd: root, stdio: 'inherit' }).once('close', (code) => process.exit(code ?? 1));
