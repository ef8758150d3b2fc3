import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';

const read = (name: string) => readFileSync(join(projectRoot(), name), 'utf8');

describe('SECURITY.md', () => {
  it('names tests that exist', () => {
    const named = [...read('SECURITY.md').matchAll(/`(test\/[\w/-]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(10);
    const exists = (path: string) => ['', '.e2e-spec.ts', '.redis-spec.ts'].some((end) => existsSync(join(projectRoot(), path + end)));
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });
});

/** An install script must be a deliberate decision. */
describe('packages with install scripts', () => {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { hasInstallScript?: boolean }> };
  const withScripts = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .sort();

  it('are all allowed or denied in package.json', () => {
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
    expect(Object.keys(allowScripts).sort()).toEqual(withScripts);
  });

  it('are all listed in SECURITY.md, as allowed or not', () => {
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
    const listed = [...read('SECURITY.md').matchAll(/^\| `([^`]+)` \|.*\| (yes|no) \|$/gm)].map(([, name = '', said = '']) => ({
      name,
      said,
    }));
    for (const name of withScripts) {
      const line = listed.find((each) => each.name === name || (each.name.endsWith('/*') && name.startsWith(each.name.slice(0, -1))));
      expect({ name, said: line?.said }).toEqual({ name, said: allowScripts[name] ? 'yes' : 'no' });
    }
  });
});
