import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minifySync } from '@swc/core';
import { projectRoot } from '#platform/config/project-root';

const MAX_BYTES = 15_000;

describe('the client package', () => {
  it('is up to date with openapi.json (npm run openapi)', () => {
    execFileSync(process.execPath, [join(projectRoot(), 'scripts/write-client.mjs'), '--check'], { stdio: 'pipe' });
  });

  it('is small and has no dependencies', () => {
    const folder = join(projectRoot(), 'client/dist');
    const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    const code = modules.map((file) => minifySync(readFileSync(join(folder, file), 'utf8'), { module: true }).code);
    const bytes = gzipSync(code.join('\n'), { level: 9 }).length;
    process.stdout.write(`client: ${bytes} bytes minified and compressed\n`);
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect(bytes).toBeGreaterThan(2000);
    expect(code.join('\n').match(/from"(?!\.\.?\/)[^"]+"/g)).toBeNull();
    const described = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8')) as object;
    expect(described).not.toHaveProperty('dependencies');
  });
});
