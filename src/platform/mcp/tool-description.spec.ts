import type { OperationSpec } from '#platform/operations/operation';
import { toolDescription } from './tool-description';
import type { ObjectSchema } from './tool-schemas';

const spec = (changes: Partial<OperationSpec>): OperationSpec => ({
  name: 'GetThings',
  summary: 'List things',
  scopes: ['findings.read'],
  stage: 'stable',
  version: '1.0.0',
  effect: 'read',
  sends: class {} as unknown as OperationSpec['sends'],
  request: class {},
  response: class {},
  ...changes,
});
const input = (...fields: string[]): ObjectSchema => ({ type: 'object', properties: Object.fromEntries(fields.map((name) => [name, {}])) });

describe('toolDescription', () => {
  it('starts with the description of the operation, or else with its summary', () => {
    expect(toolDescription(spec({ description: 'For finding things.' }), input(), undefined)).toMatch(/^For finding things\.\n/);
    expect(toolDescription(spec({}), input(), undefined)).toMatch(/^List things\.\n/);
  });

  it('names the scopes', () => {
    expect(toolDescription(spec({}), input(), undefined)).toContain('Needs the scope findings.read.');
    expect(toolDescription(spec({ scopes: ['findings.read', 'findings.flag'] }), input(), undefined)).toContain(
      'Needs the scopes findings.read and findings.flag.',
    );
    expect(toolDescription(spec({ scopes: [] }), input(), undefined)).toContain('Any token may call it.');
  });

  it('explains paging for lists', () => {
    expect(toolDescription(spec({}), input('limit', 'offset', 'cursor'), undefined)).toMatch(/50 rows.*at most 200.*nextCursor/);
    expect(toolDescription(spec({}), input('limit', 'offset'), undefined)).toMatch(/50 rows.*offset skips rows\./);
    expect(toolDescription(spec({}), input('id'), undefined)).not.toContain('rows');
  });

  it('warns about writes and destructive operations', () => {
    expect(toolDescription(spec({ effect: 'write' }), input(), undefined)).toMatch(/Changes data\. .*Idempotency-Key/);
    expect(toolDescription(spec({ effect: 'destructive' }), input(), undefined)).toMatch(/Destructive: .*Idempotency-Key/);
    expect(toolDescription(spec({}), input(), undefined)).not.toContain('Idempotency-Key');
  });

  it('gives the stage of an unstable operation, and a raised body limit', () => {
    expect(toolDescription(spec({ stage: 'alpha', version: '0.3.0' }), input(), undefined)).toContain('Stage alpha, version 0.3.0.');
    expect(toolDescription(spec({}), input(), undefined)).not.toContain('Stage');
    expect(toolDescription(spec({ bodyLimit: 12_582_912 }), input(), undefined)).toContain('at most 12 MiB');
  });

  it('starts with the deprecation of a deprecated tool', () => {
    const deprecation = {
      operation: 'GetThings',
      deprecatedAt: new Date('2026-11-11'),
      sunsetAt: new Date('2027-11-12'),
      replacement: 'https://vendor-risk.example/next',
    };
    expect(toolDescription(spec({}), input(), deprecation)).toMatch(
      /^DEPRECATED since 2026-11-11, removed on 2027-11-12; use https:\/\/vendor-risk\.example\/next instead\./,
    );
  });
});
