// Compiles the project with swc when a source is newer than the last build; `--force` compiles anyway.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built');
const results = join(root, 'bench', 'results');

/** When a source below a folder was last written, made or taken away. */
function newest(folder) {
  let latest = statSync(folder).mtimeMs;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) latest = Math.max(latest, path === results ? 0 : newest(path));
    else if (/\.(ts|json)$/.test(entry.name)) latest = Math.max(latest, statSync(path).mtimeMs);
  }
  return latest;
}

const sources = ['src', 'migrations', 'bench', 'trials'].map((folder) => newest(join(root, folder)));
const settings = ['.swcrc', 'package.json', 'package-lock.json'].map((file) => statSync(join(root, file)).mtimeMs);
const fresh = existsSync(stamp) && statSync(stamp).mtimeMs > Math.max(...sources, ...settings);

if (!fresh || process.argv.includes('--force')) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const swc = join(root, 'node_modules', '@swc', 'cli', 'bin', 'swc.js');
  execFileSync(
    process.execPath,
    [swc, 'src', 'migrations', 'bench', 'trials', '-d', 'dist', '--config-file', '.swcrc', '--quiet', '--ignore', '**/*.spec.ts'],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  writeFileSync(stamp, '');
}
