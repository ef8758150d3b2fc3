import { cveIdOf, cveIdsIn, cweIdOf, cweIdOfField } from './identifiers';

describe('CVE ids', () => {
  it('are recognized in any case', () => {
    expect([' cve-2021-44228', 'CVE-2021-123', 'CVE-21-44228', 'GHSA-x'].map(cveIdOf)).toEqual([
      'CVE-2021-44228',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are found in text', () => {
    expect(cveIdsIn('see cve-2014-0160, (CVE-2014-0224)', undefined, 'XCVE-2014-0001')).toEqual(['CVE-2014-0160', 'CVE-2014-0224']);
  });
});

describe('CWE ids', () => {
  it.each([
    ['external/cwe/cwe-079', 'CWE-79'],
    ['CWE-79: Cross-site Scripting', 'CWE-79'],
    ['cwe_22', 'CWE-22'],
    ['NVD-CWE-noinfo', undefined],
    ['79', undefined],
  ])('of %j is %j', (text, id) => {
    expect(cweIdOf(text)).toBe(id);
  });

  it('may be bare digits in a field for them', () => {
    expect(['079', 'CWE-0', 'CWE-1321'].map(cweIdOfField)).toEqual(['CWE-79', undefined, 'CWE-1321']);
  });
});
