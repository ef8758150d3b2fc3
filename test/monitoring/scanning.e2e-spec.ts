import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { certificateOf, ec, rsaPss, type CertificateOptions } from '../../src/modules/monitoring/scanning/certificate.fixture';
import { Scanner, type ScanOptions } from '../../src/modules/monitoring/scanning/scanner';
import type { Scan, TlsScan } from '../../src/modules/monitoring/scan';
import { Company } from '../support/internet/company';
import { Internet } from '../support/internet/internet';

const OWN_KEY = { signer: 'ecdsa', key: ec('prime256v1').privateKey } as const;
const NOBODY = () => false;

describe('a scan', () => {
  let internet: Internet;

  beforeAll(async () => {
    internet = await Internet.start();
  });
  afterAll(() => internet.stop());

  it('sees DNS, mail, TLS and the page of an exemplary company', async () => {
    const company = await new Company(internet, 'good-vendor.com').publish();
    const scan = await scanDomain('good-vendor.com', { isThorough: true });
    expect(unknownsIn(scan)).toEqual([]);
    expect(scan.dns).toMatchObject({
      zone: { seen: 'good-vendor.com' },
      dnssec: { seen: { isResolverValidating: true, isBogus: false, ds: [expect.stringMatching(/^1 13 2 0707/)] } },
      nameServers: {
        seen: [
          { name: 'ns1.good-vendor.com', soa: { seen: { rcode: 'NOERROR', isAuthoritative: true } } },
          { name: 'ns2.good-vendor.com' },
        ],
      },
    });
    expect(scan.mail).toMatchObject({
      spf: { seen: { lookups: [{ term: 'mx', target: 'good-vendor.com', isVoid: false }] } },
      mailServers: [{ host: 'mail.good-vendor.com', addresses: { seen: { records: [company.address] } } }],
      mtaSts: { policy: { seen: { status: 200, body: expect.stringContaining('mode: enforce') } } },
    });
    const [apex, www] = scan.hosts;
    expect(apex).toMatchObject({
      host: 'good-vendor.com',
      http: { seen: { status: 301, location: 'https://good-vendor.com/' } },
      https: { seen: { protocol: 'TLSv1.3', isForwardSecret: true, isTrusted: true, coversHost: true, acceptsLegacy: { seen: false } } },
      page: { seen: { hops: [{ status: 200, cookies: ['session=…; Secure; HttpOnly; SameSite=Lax; Path=/'] }], body: company.page } },
      securityTxt: { seen: { hops: [{ status: 200 }], body: company.securityTxt } },
    });
    expect(tlsOf(scan).chain).toMatchObject([
      {
        subject: 'CN=good-vendor.com',
        names: expect.arrayContaining(['good-vendor.com']),
        key: { type: 'EC', curve: 'prime256v1' },
        signatureHash: 'SHA-256',
      },
      { subject: 'CN=Loopback Intermediate' },
      { subject: 'CN=Loopback Root' },
    ]);
    expect(www).toMatchObject({ host: 'www.good-vendor.com', page: { seen: { hops: [{ status: 200 }] } } });
    expect(www?.securityTxt).toBeUndefined();
  });

  it('identifies itself, and requests the page once and security.txt on the same connection', async () => {
    const company = new Company(internet, 'watchful.com');
    const agents: string[] = [];
    const { site } = company;
    const connections = new Set<unknown>();
    company.site = (request, response) => {
      agents.push(`${request.headers.host} ${request.url} ${request.headers['user-agent']}`);
      connections.add(request.socket);
      site(request, response);
    };
    await company.publish();
    await scanDomain('watchful.com');
    const agent = 'vendor-risk-monitor/1 (+http://localhost/monitoring)';
    expect(agents).toEqual([`watchful.com / ${agent}`, `watchful.com /.well-known/security.txt ${agent}`, `www.watchful.com / ${agent}`]);
    expect(connections.size).toBe(2);
  });

  it('sees the faults of a certificate', async () => {
    const wrong = {
      'expired.com': { validTo: new Date(Date.now() - 86_400_000) },
      'self-signed.com': { issuer: 'itself' as const },
      'stranger.com': { issuer: 'stranger' as const },
      'leaf-alone.com': { isAlone: true },
      'weak-key.com': { rsaBits: 1024 },
    };
    for (const [domain, options] of Object.entries(wrong)) {
      const company = new Company(internet, domain);
      const certificate = await internet.authority.leaf({ names: [domain, `www.${domain}`], ...options });
      await company.publish();
      await internet.ownHttps(company.address, { ...certificate, ciphers: 'DEFAULT@SECLEVEL=0' }, company.site);
    }
    const scans = await Promise.all(Object.keys(wrong).map((domain) => scanDomain(domain)));
    const errors = scans.map((scan) => [tlsOf(scan).isTrusted, tlsOf(scan).trustError]);
    expect(errors).toEqual([
      [false, 'CERT_HAS_EXPIRED'],
      [false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      [false, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
      [false, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
      [true, undefined],
    ]);
    expect(tlsOf(scans[4] as Scan).chain[0]?.key).toEqual({ type: 'RSA', bits: 1024 });
  });

  it('sees TLS and page of a host whose certificate has no subject, no names, or an unusual key', async () => {
    const pss = rsaPss();
    const unusual: Record<string, CertificateOptions> = {
      'no-subject.com': { subject: [], names: ['no-subject.com'] },
      'nameless.com': { subject: [], issuer: [], names: [] },
      'common-name.com': { subject: [['CN', 'common-name.com']], names: [] },
      'edwards.com': { signedWith: { signer: 'ed25519', key: generateKeyPairSync('ed25519').privateKey } },
      'pss-key.com': { signedWith: { signer: 'pss', key: pss.privateKey } },
    };
    for (const [domain, { signedWith = OWN_KEY, ...options }] of Object.entries(unusual)) {
      const company = await new Company(internet, domain).publish();
      const cert = certificateOf({ ...options, key: createPublicKey(signedWith.key), signedWith });
      const key = signedWith.key.export({ type: 'pkcs8', format: 'pem' });
      await internet.ownHttps(company.address, { cert: pemOf(cert), key, ciphers: 'DEFAULT@SECLEVEL=0' }, company.site);
    }
    const scans = await Promise.all(Object.keys(unusual).map((domain) => scanDomain(domain)));
    expect(scans.flatMap(({ hosts: [apex] }) => unknownsIn(apex))).toEqual([]);
    expect(scans.map((scan) => [tlsOf(scan).coversHost, tlsOf(scan).chain[0]?.key.type])).toEqual([
      [true, 'EC'],
      [false, 'EC'],
      [false, 'EC'],
      [false, 'ED25519'],
      [false, 'RSA'],
    ]);
    expect(tlsOf(scans[0] as Scan).chain[0]?.subject).toBe('');
  });

  it('sees old TLS versions and closed ports', async () => {
    const old = await new Company(internet, 'old-tls.com').publish();
    const certificate = await internet.authority.leaf({ names: ['old-tls.com', 'www.old-tls.com'] });
    await internet.ownHttps(old.address, { ...certificate, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }, old.site);
    const closed = await new Company(internet, 'closed.com').publish();
    internet.unroute(closed.address, 443);
    expect(tlsOf(await scanDomain('old-tls.com', { isThorough: true }))).toMatchObject({
      protocol: 'TLSv1.3',
      acceptsLegacy: { seen: true },
    });
    const [apex] = (await scanDomain('closed.com')).hosts;
    expect(apex).toMatchObject({ https: { seen: { isRefused: true } }, http: { seen: { status: 301 } } });
    expect(apex?.page).toBeUndefined();
  });

  it('follows redirects to other hosts and counts lookups of SPF records', async () => {
    const from = new Company(internet, 'moved.com');
    from.headers = { location: 'https://www.moved.com/start' };
    from.dns['@'] = { ...from.dns['@'], TXT: ['v=spf1 include:a.moved.com include:nothing.moved.com ~all'] };
    from.dns['a'] = { TXT: ['v=spf1 include:moved.com -all'] };
    await from.publish();
    internet.https(from.address, 'moved.com', await internet.authority.leaf({ names: ['moved.com'] }), (_, response) =>
      response.writeHead(302, from.headers).end(),
    );
    const scan = await scanDomain('moved.com');
    expect(scan.hosts[0]?.page).toMatchObject({ seen: { hops: [{ status: 302 }, { url: 'https://www.moved.com/start', status: 404 }] } });
    expect(scan.mail.spf).toMatchObject({ seen: { loop: ['moved.com', 'a.moved.com', 'moved.com'] } });
  });

  it('connects to ten hosts and resolves a hundred more, these only in thorough scans', async () => {
    const company = new Company(internet, 'many-hosts.com');
    const hosts = Array.from({ length: 150 }, (_, index) => `h${index}.many-hosts.com`);
    const address = internet.address();
    company.dns['h20'] = { A: [address] };
    company.dns['h21'] = { CNAME: 'left-behind.azurewebsites.net' };
    await company.publish();
    const isOptedOut = (host: string) => host === 'h22.many-hosts.com';
    const thorough = await scanDomain('many-hosts.com', { isThorough: true, isOptedOut, hosts });
    expect(thorough.hosts.map(({ host }) => host)).toEqual(['many-hosts.com', 'www.many-hosts.com', ...hosts.slice(0, 8)]);
    expect(thorough.names.map(({ host }) => host)).toEqual([...hosts.slice(8, 22), ...hosts.slice(23, 109)]);
    expect(thorough.names.slice(12, 14)).toMatchObject([
      { addresses: { seen: { records: [address] } } },
      { addresses: { seen: { status: 'NXDOMAIN', aliases: ['left-behind.azurewebsites.net'] } } },
    ]);
    expect(internet.dialed.filter((target) => target.startsWith(`${address}:`))).toEqual([]);
    expect(internet.dns.asked).not.toContain('A h22.many-hosts.com');

    const before = internet.dns.asked.length;
    expect((await scanDomain('many-hosts.com', { hosts })).names).toEqual([]);
    expect(internet.dns.asked.slice(before)).not.toContain('A h20.many-hosts.com');
  });

  it('does not contact domains that opted out', async () => {
    await new Company(internet, 'leave-me.com').publish();
    const before = internet.dialed.length;
    const scan = await scanDomain('leave-me.com', { isOptedOut: (host) => host === 'leave-me.com' || host.endsWith('.leave-me.com') });
    expect(internet.dialed.length).toBe(before);
    expect(scan.hosts[0]?.https).toEqual({ unknown: 'leave-me.com is on the opt-out list' });
    expect(scan.hosts.map(({ host }) => host)).toEqual(['leave-me.com']);
    expect(scan.refused).toContain('leave-me.com');
  });

  function scanDomain(domain: string, options: Partial<ScanOptions> = {}): Promise<Scan> {
    return new Scanner(internet.settings, internet.door).scan(domain, { isThorough: false, isOptedOut: NOBODY, ...options });
  }
});

function pemOf(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function tlsOf(scan: Scan): TlsScan {
  const https = scan.hosts[0]?.https;
  if (!https || !('seen' in https) || https.seen.isRefused) throw new Error(`no TLS: ${JSON.stringify(https)}`);
  return https.seen;
}

function unknownsIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('unknown' in value) return [`${path}: ${String(value.unknown)}`];
  return Object.entries(value).flatMap(([key, part]) => unknownsIn(part, `${path}.${key}`));
}
