import { formatResult } from './format-result';

describe('formatResult', () => {
  it('shows an object as one field per line', () => {
    expect(formatResult({ id: 'a', domains: ['x.com', 'y.com'], vrm: true, until: undefined })).toBe(
      'id       a\ndomains  x.com y.com\nvrm      true',
    );
  });

  it('shows a list as a table, with a column for every field that any row has', () => {
    const rows = [{ name: 'one' }, { name: 'three', sunsetAt: '2028-01-01' }];
    expect(formatResult(rows)).toBe('name   sunsetAt\none\nthree  2028-01-01');
  });

  it('reports an empty list', () => {
    expect(formatResult([])).toBe('(none)');
  });
});
