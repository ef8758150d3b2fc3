// Builds the service and its client when a source or a build setting changed since the last build.
import './check-node.mjs';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { build, FOLDERS } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built');

const sources = [...FOLDERS, 'client/src']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.ts'));
const settings = ['.swcrc', 'nest-cli.json', 'scripts/build.mjs', 'scripts/build-client.mjs', 'package-lock.json', 'tsconfig.json'];
// Names count as well as times: a renamed or deleted file leaves no newer file behind.
const state = [...settings, ...sources].map((file) => `${file} ${statSync(join(root, file)).mtimeMs}\n`).join('');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) {
  const end = sayBuilding();
  try {
    await build();
    await import('./build-client.mjs');
    writeFileSync(stamp, state);
  } catch (error) {
    if (error.syscall === undefined) throw error;
    end();
    process.stderr.write(`The build cannot be written: ${error.message}\n`); // a full or read-only disk
    process.exit(1);
  }
  end();
}

/** How long it takes already: one line that is written again on a terminal, a line every two seconds elsewhere. */
function sayBuilding() {
  const started = Date.now();
  const { isTTY } = process.stderr;
  const say = () =>
    process.stderr.write(`${isTTY ? '\r' : ''}Building… ${Math.round((Date.now() - started) / 1000)} s${isTTY ? '' : '\n'}`);
  if (isTTY) say();
  const timer = setInterval(say, isTTY ? 1000 : 2000);
  return () => {
    clearInterval(timer);
    if (isTTY) process.stderr.write('\r\x1b[K');
  };
}
