// Builds the service and its client when a source or a build setting changed since the last build.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built');
const { filenames, extensions } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8')).compilerOptions.builder.options;

const sources = [...filenames, 'client/src']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
  .filter((file) => extensions.some((extension) => file.endsWith(extension)));
const settings = ['.swcrc', 'scripts/build-client.mjs', 'nest-cli.json', 'package-lock.json', 'tsconfig.json'];
// Names count as well as times: a renamed or deleted file leaves no newer file behind.
const state = [...settings, ...sources].map((file) => `${file} ${statSync(join(root, file)).mtimeMs}\n`).join('');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) {
  const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
  const { status } = spawnSync(process.execPath, [nest, 'build', '--silent'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(1);
  await import('./build-client.mjs');
  writeFileSync(stamp, state);
}
