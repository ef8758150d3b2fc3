import { formatResult } from './format-result';

describe('formatResult', () => {
  it('shows one thing as its fields, line by line', () => {
    expect(formatResult({ id: 'a', domains: ['x.com', 'y.com'], vrm: true, until: undefined })).toBe(
      'id       a\ndomains  x.com y.com\nvrm      true',
    );
  });

  it('shows a list as a table, with a column for every field that any row has', () => {
    const rows = [{ name: 'one' }, { name: 'three', sunsetAt: '2028-01-01' }];
    expect(formatResult(rows)).toBe('name   sunsetAt\none\nthree  2028-01-01');
  });

  it('says so when a list is empty', () => {
    expect(formatResult([])).toBe('(none)');
  });
});
