import { normalizeDomain } from '#platform/domains/domain-name';
import catalogue from './company-catalogue.json';
import { companyNameOf } from './company-catalogue';

describe('companyNameOf', () => {
  it.each([
    ['microsoft.com', 'Microsoft'],
    ['datadoghq.com', 'Datadog'],
    ['aws.amazon.com', 'Amazon Web Services'],
    ['seller.amazon.com', 'Amazon'],
    ['acme-cloud.co.uk', 'Acme Cloud'],
    ['constructor.com', 'Constructor'],
  ])('knows %s as %s', (domain, name) => {
    expect(companyNameOf(domain)).toBe(name);
  });
});

describe('the company catalogue', () => {
  const entries = Object.entries(catalogue);

  it('names at least 150 companies', () => {
    expect(entries.length).toBeGreaterThanOrEqual(150);
  });

  it('has normalized domains as keys, in order', () => {
    expect(entries.map(([domain]) => normalizeDomain(domain))).toEqual(entries.map(([domain]) => ({ domain })));
    expect(entries.map(([domain]) => domain)).toEqual(entries.map(([domain]) => domain).sort());
  });

  it('has a name that fits the directory for each company', () => {
    for (const [, name] of entries) expect(name).toMatch(/^\S(.{0,253}\S)?$/);
  });
});
