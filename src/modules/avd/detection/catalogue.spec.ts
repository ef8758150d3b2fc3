import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entities } from 'third-party-web';
import { getPublicSuffix, parse } from 'tldts';
import { projectRoot } from '#platform/config/project-root';
import { CatalogueError, loadCatalogue } from './catalogue';
import type { SignatureEntry } from './signature-schema';

const SHIPPED = join(projectRoot(), 'src', 'modules', 'avd', 'signatures');

describe('the shipped catalogue', () => {
  const shipped = loadCatalogue();
  const files = readdirSync(SHIPPED);
  const entries = files.flatMap((file) => JSON.parse(readFileSync(join(SHIPPED, file), 'utf8')) as SignatureEntry[]);
  const signals = entries.flatMap(({ products }) => products.flatMap((product) => product.signals));

  it('loads', () => {
    expect(shipped.fourthParties.length).toBeGreaterThanOrEqual(170);
  });

  it('has at least 150 fourth parties, each with a registered domain and one company name', () => {
    const names = new Map(entries.map(({ domain, company }) => [domain, company]));
    expect(names.size).toBeGreaterThanOrEqual(150);
    for (const { domain, company } of entries) {
      expect([domain, company]).toEqual([domain, names.get(domain)]);
      expect(parse(domain)).toMatchObject({ isIcann: true, isIp: false });
      expect(domain).toBe(domain.toLowerCase());
    }
    expect(new Set(names.values()).size).toBe(names.size);
  });

  it('covers every area', () => {
    expect(files.sort()).toEqual([
      'analytics.json',
      'cdn.json',
      'certificate-authorities.json',
      'dns.json',
      'email.json',
      'hosting.json',
      'identity.json',
      'javascript.json',
      'page-hosts.json',
      'saas.json',
    ]);
    const types = new Map<string, Set<string>>();
    for (const { domain, products } of entries) {
      for (const { connectionType } of products) types.set(connectionType, (types.get(connectionType) ?? new Set()).add(domain));
    }
    for (const type of ['EMAIL', 'DNS', 'CDN', 'HOSTING', 'IDENTITY', 'SAAS', 'ANALYTICS', 'CERTIFICATE_AUTHORITY', 'JAVASCRIPT']) {
      expect([type, (types.get(type)?.size ?? 0) >= 20]).toEqual([type, true]);
    }
  });

  it('lists each company once per file, in order, and each pattern once', () => {
    for (const file of files) {
      const companies = (JSON.parse(readFileSync(join(SHIPPED, file), 'utf8')) as SignatureEntry[]).map(({ company }) =>
        company.toLowerCase(),
      );
      expect(companies).toEqual([...new Set(companies)].sort());
    }
    const patterns = signals.map(({ kind, match }) => `${kind} ${JSON.stringify(match).toLowerCase()}`);
    expect(patterns.filter((pattern, index) => patterns.indexOf(pattern) !== index)).toEqual([]);
  });

  it('knows every host of the thousand services that web pages use most', () => {
    const mostUsed = entities.toSorted((one, other) => other.totalOccurrences - one.totalOccurrences).slice(0, 1000);
    const hosts = mostUsed.flatMap(({ name, domains }) => domains.map((pattern) => ({ name, pattern, domain: pattern.replace('*.', '') })));
    const valid = hosts.filter(({ domain }) => parse(domain).isIcann === true && getPublicSuffix(domain) !== domain);
    expect(valid.length).toBeGreaterThan(0.99 * hosts.length);
    expect(valid.filter(({ pattern }) => shipped.matchHost('resource', pattern.replace('*', 'www').toLowerCase()) === undefined)).toEqual(
      [],
    );
  });

  it.each([
    ['d32hwlnfiv2gyn.cloudfront.net', 'Snowplow'],
    ['d111111abcdef8.cloudfront.net', 'Amazon Web Services'],
    ['fbcdn-photos-e-a.akamaihd.net', 'Facebook'],
    ['other.akamaihd.net', 'Akamai'],
  ])('attributes %s to %s: a host of one customer before the domain that many share', (host, company) => {
    expect(shipped.matchHost('resource', host)?.party.company).toBe(company);
  });

  it('has host patterns in lower case, without final dots, of at least two labels', () => {
    const hosts = signals.flatMap(({ match }) => ('suffix' in match ? [match.suffix] : []));
    expect(hosts.length).toBeGreaterThan(500);
    expect(hosts.filter((host) => !/^[a-z0-9_-]+(?:\[\d+-\d+\])?(?:\.[a-z0-9_-]+)+$/.test(host))).toEqual([]);
  });

  it.each([
    ['mx', 'aspmx.l.google.com', 'google.com'],
    ['mx', 'acme-com.mail.protection.outlook.com', 'microsoft.com'],
    ['ns', 'kim.ns.cloudflare.com', 'cloudflare.com'],
    ['ns', 'ns-2047.awsdns-63.co.uk', 'aws.amazon.com'],
    ['spf', 'sendgrid.net', 'sendgrid.com'],
    ['cname', 'acme.atlassian.net', 'atlassian.com'],
  ] as const)('attributes %s %s to the name its customers know', (kind, host, domain) => {
    expect(shipped.matchHost(kind, host)?.party.domain).toBe(domain);
  });
});

describe("an operator's catalogue", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signatures-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const product = (kind: string, match: object, more: object = {}): object => ({
    name: 'Product',
    connectionType: 'SAAS',
    signals: [{ kind, match }],
    ...more,
  });
  const entry = (domain: string, ...products: object[]): object => ({ company: `Company of ${domain}`, domain, products });
  const write = (file: string, content: unknown): void => {
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const faults = (): readonly string[] => {
    try {
      loadCatalogue(folder);
    } catch (error) {
      if (error instanceof CatalogueError) return error.faults.map((fault) => fault.replaceAll(folder, ''));
      throw error;
    }
    return [];
  };

  it('extends the shipped one', () => {
    write('ours.json', [entry('acme-mail.com', product('mx', { suffix: 'mx.acme-mail.com' }))]);
    write('notes.txt', 'not a catalogue');
    const catalogue = loadCatalogue(folder);
    expect(catalogue.matchHost('mx', 'a.mx.acme-mail.com')?.party.company).toBe('Company of acme-mail.com');
    expect(catalogue.matchHost('mx', 'aspmx.l.google.com')?.party.domain).toBe('google.com');
  });

  it('adds products to a known company and replaces a shipped pattern', () => {
    write('ours.json', [
      { company: 'Google', domain: 'google.com', products: [product('txt', { prefix: 'our-google-token=' })] },
      entry('reseller.com', product('mx', { suffix: 'psmtp.com' }), product('txt', { prefix: 'docusign=' })),
    ]);
    const catalogue = loadCatalogue(folder);
    expect(catalogue.matchText('txt', 'OUR-google-token=1')?.party.domain).toBe('google.com');
    expect(catalogue.matchHost('mx', 'x.psmtp.com')?.party.domain).toBe('reseller.com');
    expect(catalogue.matchText('txt', 'docusign=1')?.party.domain).toBe('reseller.com');
    expect(catalogue.matchHost('mx', 'x.google.com')?.party.domain).toBe('google.com');
  });

  it('expands a range of numbers, and only that', () => {
    write('ours.json', [entry('acme-dns.com', product('ns', { suffix: 'acme-[08-11].net' }))]);
    const catalogue = loadCatalogue(folder);
    const known = ['07', '08', '09', '10', '11', '12', '8', '[08-11]'].filter((number) =>
      catalogue.matchHost('ns', `a.acme-${number}.net`),
    );
    expect(known).toEqual(['08', '09', '10', '11']);
  });

  it('matches the longest prefix of a text', () => {
    write('ours.json', [
      entry('short.com', product('txt', { prefix: 'acme-' })),
      entry('long.com', product('txt', { prefix: 'acme-verification=' }, { connectionType: 'OTHER' })),
    ]);
    const catalogue = loadCatalogue(folder);
    expect(catalogue.matchText('txt', 'acme-verification=1')?.party.domain).toBe('long.com');
    expect(catalogue.matchText('txt', 'acme-other')?.party.domain).toBe('short.com');
    expect(catalogue.matchText('txt', 'acm')).toBeUndefined();
  });

  it('may set its own confidence', () => {
    const signals = [{ kind: 'mx', match: { exact: 'mx.acme-mail.com' }, confidence: 'POSSIBLE' }];
    write('ours.json', [entry('acme-mail.com', product('mx', {}, { signals }))]);
    const catalogue = loadCatalogue(folder);
    expect(catalogue.matchHost('mx', 'mx.acme-mail.com')?.confidence).toBe('FOURTH_PARTY_CONFIDENCE_POSSIBLE');
    expect(catalogue.matchHost('mx', 'a.mx.acme-mail.com')).toBeUndefined();
  });

  it.each([
    [product('mx', { prefix: 'mx' }), 'mx takes suffix or exact, not prefix'],
    [product('txt', { suffix: 'a.com' }), 'txt takes prefix or exact, not suffix'],
    [product('txt', { prefix: 'a=' }), 'a= is too short to identify a company'],
    [product('mx', { suffix: 'Acme.com' }), 'Acme.com is not a lower-case host name'],
    [product('mx', { suffix: '.acme.com' }), '.acme.com is not a lower-case host name'],
    [product('mx', { suffix: '*.acme.com' }), '*.acme.com is not a lower-case host name'],
    [product('mx', { suffix: 'com' }), 'com is not a lower-case host name'],
    [product('mx', { suffix: 'co.uk' }), 'co.uk is not below a public suffix'],
    [product('mx', { suffix: 'acme.nonsense' }), 'acme.nonsense is not below a public suffix'],
    [product('ns', { suffix: 'a[0-9999].com' }), 'a[0-9999].com must expand to 1 to 1000 names'],
    [product('ns', { suffix: 'a[9-1].com' }), 'a[9-1].com must expand to 1 to 1000 names'],
    [product('a', { exact: '192.0.2' }), '192.0.2 is not an IPv4 address'],
    [product('aaaa', { exact: '192.0.2.1' }), '192.0.2.1 is not an IPv6 address'],
    [
      product('resource', { prefix: 'www.acme.com' }),
      'www.acme.com must contain a / after the host, otherwise look-alike hosts would match',
    ],
  ])('rejects the match of %j', (wrong, message) => {
    write('ours.json', [entry('fine.com', product('mx', { suffix: 'fine.com' })), entry('acme.com', wrong)]);
    expect(faults()).toEqual([`/ours.json, entry 2 (acme.com), products.0.signals.0.match: ${message}`]);
  });

  it('reports the errors of all files at once', () => {
    write('a.json', '[{');
    write('b.json', { company: 'Not a list' });
    write('c.json', [{ ...entry('ACME.com', product('mx', { suffix: 'acme.com' })), colour: 'red' }, entry('no-products.com')]);
    const told = faults();
    expect(told.map((fault) => fault.split(':', 1)[0])).toEqual([
      '/a.json',
      '/b.json',
      '/c.json, entry 1 (ACME.com), domain',
      '/c.json, entry 1 (ACME.com)',
      '/c.json, entry 2 (no-products.com), products',
    ]);
    expect(told[2]).toBe('/c.json, entry 1 (ACME.com), domain: must be a lower-case domain name');
  });

  it('rejects one pattern for two companies, and two names for one company', () => {
    write('a.json', [entry('first-mail.com', product('mx', { suffix: 'mx.first-mail.com' }), product('txt', { prefix: 'one=' }))]);
    write('b.json', [
      entry('second-mail.com', product('mx', { suffix: 'mx.first-mail.com' }), product('txt', { prefix: 'ONE=' })),
      { company: 'Another name', domain: 'first-mail.com', products: [product('ns', { suffix: 'ns.first-mail.com' })] },
    ]);
    expect(faults()).toEqual([
      '/b.json, entry 1 (second-mail.com): mx suffix "mx.first-mail.com" is already used in /a.json, entry 1 (first-mail.com)',
      '/b.json, entry 1 (second-mail.com): txt prefix "ONE=" is already used in /a.json, entry 1 (first-mail.com)',
      '/b.json, entry 2 (first-mail.com): company is "Another name", but "Company of first-mail.com" elsewhere',
    ]);
  });

  it('must be a readable folder', () => {
    expect(() => loadCatalogue(join(folder, 'missing'))).toThrow(/missing: ENOENT/);
  });
});
