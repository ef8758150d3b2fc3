import type { OperationSpec } from '#platform/operations/operation';
import { toolDescription } from './tool-description';

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
const NONE = new Set<string>();

describe('toolDescription', () => {
  it('is the summary of the operation and what its description says', () => {
    expect(toolDescription(spec({}), undefined, NONE)).toBe('List things.');
    expect(toolDescription(spec({ description: 'For finding things.' }), undefined, NONE)).toBe('List things. For finding things.');
  });

  it('prefers sentences about other tools where not all fit', () => {
    const filler = `${'x'.repeat(200)}.`;
    const described = spec({ description: `${filler} ${filler} To count things use GetThingGroups.` });
    expect(toolDescription(described, undefined, new Set(['GetThingGroups']))).toBe(
      `List things. ${filler} To count things use GetThingGroups.`,
    );
  });

  it('starts with the deprecation of a deprecated tool', () => {
    const deprecation = {
      operation: 'GetThings',
      deprecatedAt: new Date('2026-11-11'),
      sunsetAt: new Date('2027-11-12'),
      replacement: 'https://vendor-risk.example/next',
    };
    expect(toolDescription(spec({}), deprecation, NONE)).toBe(
      'DEPRECATED since 2026-11-11, removed on 2027-11-12; use https://vendor-risk.example/next instead. List things.',
    );
  });
});
