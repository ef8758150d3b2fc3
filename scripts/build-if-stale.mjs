// Builds the service and its client when a source or a build setting changed since the last build.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  await build();
  await import('./build-client.mjs');
  writeFileSync(stamp, state);
}
