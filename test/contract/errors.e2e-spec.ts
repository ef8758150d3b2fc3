import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#platform/config/project-root';
import { sharedResponses } from '#platform/openapi/responses';
import { declaredReasons } from './declared-reasons';

describe('docs/errors.md', () => {
  const declared = declaredReasons();
  const text = readFileSync(join(projectRoot(), 'docs', 'errors.md'), 'utf8');
  const documented = new Set([...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|INTERNAL)`/g)].map(([, reason]) => String(reason)));

  it('lists every reason that the sources declare', () => {
    expect([...declared].filter((reason) => !documented.has(reason))).toEqual([]);
    expect(declared.size).toBeGreaterThan(60);
  });

  it('lists no reason that nothing can give', () => {
    expect([...documented].filter((reason) => !declared.has(reason))).toEqual([]);
  });

  it('agrees with the examples in the OpenAPI description', () => {
    const examples = [...JSON.stringify(sharedResponses()).matchAll(/"reason":"(\w+)"/g)].map(([, reason]) => String(reason));
    expect(examples.length).toBeGreaterThan(10);
    expect(examples.filter((reason) => !declared.has(reason))).toEqual([]);
  });
});
