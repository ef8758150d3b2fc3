import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { declaredReasons } from './declared-reasons';

interface Described {
  components: { schemas: Record<string, { properties?: { reason?: { enum?: string[] } } }> };
}

describe('docs/errors.md', () => {
  const declared = declaredReasons();
  const text = readFileSync(join(projectRoot(), 'docs', 'errors.md'), 'utf8');
  const documented = new Set([...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|INTERNAL)`/g)].map(([, reason]) => String(reason)));

  it('lists every reason that the sources declare', () => {
    expect([...declared].filter((reason) => !documented.has(reason))).toEqual([]);
    expect(declared.size).toBeGreaterThan(60);
  });

  it('lists no unused reason', () => {
    expect([...documented].filter((reason) => !declared.has(reason))).toEqual([]);
  });

  it('lists every reason of the OpenAPI document', () => {
    const described = JSON.parse(readFileSync(join(projectRoot(), 'openapi.json'), 'utf8')) as Described;
    const reasons = Object.values(described.components.schemas).flatMap(({ properties }) => properties?.reason?.enum ?? []);
    expect(new Set(reasons).size).toBeGreaterThan(60);
    expect(reasons.filter((reason) => !declared.has(reason))).toEqual([]);
  });
});
