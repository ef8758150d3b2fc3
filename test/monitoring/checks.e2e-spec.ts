import { generateKeyPairSync } from 'node:crypto';
import type { SecureVersion } from 'node:tls';
import { FAMILIES } from '../../src/modules/monitoring/checks/catalogue';
import { Scanner } from '../../src/modules/monitoring/scanning/scanner';
import type { Judgement } from '../../src/modules/monitoring/verdict';
import type { LeafOptions } from '../support/internet/certificates';
import { Company } from '../support/internet/company';
import { bogus, type NameRecords } from '../support/internet/dns-server';
import { Internet } from '../support/internet/internet';
import { smtp } from '../support/internet/smtp';

const DAY_MS = 86_400_000;
const MAX_AT_ONCE = 4;

/** Publishes a company with exactly one fault. */
type Fault = (company: Company) => Promise<unknown>;

/** The fault is in what the company publishes. */
const published =
  (spoil: (company: Company) => unknown): Fault =>
  (company) => {
    spoil(company);
    return company.publish();
  };
const records = (changes: NameRecords | ((domain: string) => NameRecords), name = '@'): Fault =>
  published((company) => {
    company.dns[name] = { ...company.dns[name], ...(typeof changes === 'function' ? changes(company.domain) : changes) };
  });
const without = (name: string): Fault => published((company) => (company.dns[name] = {}));
const text = (name: string, record: string): Fault => records({ TXT: [record] }, name);
const spf = (...texts: string[]): Fault => records({ TXT: texts });
const header = (name: string, value: string | string[] | undefined): Fault =>
  published((company) => {
    const { [name]: _, ...others } = company.headers;
    company.headers = value === undefined ? others : { ...others, [name]: value };
  });
const page = (html: string): Fault => published((company) => (company.page = html));
const days = (count: number) => new Date(Date.now() + count * DAY_MS);
const certificate =
  (options: Partial<LeafOptions>): Fault =>
  async (company) =>
    company.publish(await company.internet.authority.leaf({ names: [company.domain, company.www], ...options }));
/** A separate TLS server without an MTA-STS policy: the company receives no mail. */
const ownTls =
  (options: Partial<LeafOptions>, versions: { minVersion?: SecureVersion; maxVersion?: SecureVersion; ciphers?: string } = {}): Fault =>
  async (company) => {
    await withoutMail(company);
    const leaf = await company.internet.authority.leaf({ names: [company.domain, company.www], ...options });
    await company.internet.ownHttps(company.address, { ciphers: 'DEFAULT@SECLEVEL=0', ...leaf, ...versions }, company.site);
  };
const withoutMail = records({ MX: [], TXT: ['v=spf1 -all'] });

/** SendGrid's customers have keys under selectors that scans know. */
const dkim = (record: string): Fault =>
  published((company) => {
    company.internet.dns.set('sendgrid.net', { TXT: ['v=spf1 -all'] });
    company.dns['@'] = { ...company.dns['@'], TXT: ['v=spf1 include:sendgrid.net -all'] };
    company.dns['s1._domainkey'] = { TXT: [record] };
  });
const key = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const includes = (count: number, name: string) => Array.from({ length: count }, (_, index) => `include:${name}${index}.DOMAIN`).join(' ');

const FAULTS: Record<string, Fault> = {
  spf_missing: spf('something else'),
  spf_multiple: spf('v=spf1 -all', 'v=spf1 mx -all'),
  spf_invalid: published((company) => {
    company.dns['@'] = { ...company.dns['@'], TXT: [`v=spf1 include:nothing.${company.domain} include:wrong.${company.domain} -all`] };
    company.dns['wrong'] = { TXT: ['v=spf1 ip4:192.0.2.0/33 -all'] };
  }),
  spf_allows_all: spf('v=spf1 +all'),
  spf_neutral: spf('v=spf1 mx ?all'),
  spf_too_many_lookups: published((company) => {
    company.dns['@'] = { ...company.dns['@'], TXT: [`v=spf1 ${includes(11, 'i').replaceAll('DOMAIN', company.domain)} -all`] };
    for (let index = 0; index < 11; index += 1) company.dns[`i${index}`] = { TXT: ['v=spf1 -all'] };
  }),
  spf_void_lookups: records((domain) => ({
    TXT: [`v=spf1 ${includes(3, 'gone').replaceAll('DOMAIN', domain).replaceAll('include:', 'a:')} -all`],
  })),
  spf_loop: published((company) => {
    company.dns['@'] = { ...company.dns['@'], TXT: [`v=spf1 include:loop.${company.domain} -all`] };
    company.dns['loop'] = { TXT: [`v=spf1 include:${company.domain} -all`] };
  }),
  spf_ptr: spf('v=spf1 ptr -all'),
  dmarc_missing: without('_dmarc'),
  dmarc_multiple: records({ TXT: ['v=DMARC1; p=reject; rua=mailto:a@b.com', 'v=DMARC1; p=none'] }, '_dmarc'),
  dmarc_policy_none: text('_dmarc', 'v=DMARC1; p=none; rua=mailto:a@b.com'),
  dmarc_partial: text('_dmarc', 'v=DMARC1; p=reject; pct=20; rua=mailto:a@b.com'),
  dmarc_no_reports: text('_dmarc', 'v=DMARC1; p=reject'),
  dmarc_subdomains_open: text('_dmarc', 'v=DMARC1; p=reject; sp=none; rua=mailto:a@b.com'),
  dkim_weak_key: dkim(`v=DKIM1; p=${key(1024)}`),
  dkim_testing: dkim(`v=DKIM1; t=y; p=${key(2048)}`),
  mta_sts_missing: without('_mta-sts'),
  mta_sts_broken: published((company) => (company.policy = company.policy.replace(/^mx: .*$/m, 'mx: other.com'))),
  mta_sts_testing: published((company) => (company.policy = company.policy.replace('enforce', 'testing'))),
  tls_rpt_missing: without('_smtp._tls'),
  mx_unresolvable: published((company) => {
    company.dns['@'] = { ...company.dns['@'], MX: [[10, `gone.${company.domain}`]] };
    company.policy = company.policy.replace('mx: mail.', 'mx: gone.');
  }),
  smtp_no_starttls: async (company) => {
    await company.publish();
    await company.internet.tcp(company.address, 25, smtp('SIZE 1000000'));
  },
  domain_unresolvable: () => Promise.resolve(),
  dnssec_bogus: async (company) => {
    await company.publish();
    company.internet.dns.tricks.set(company.domain, bogus(company.internet.dns));
  },
  dnssec_missing: records({ DS: false }),
  caa_missing: records({ CAA: [] }),
  ns_single: records((domain) => ({ NS: [`ns1.${domain}`] })),
  ns_one_network: published((company) => {
    const neighbour = company.nameServerAddresses[0].replace(/\d+$/, '8');
    company.nameServerAddresses[1] = neighbour;
    company.dns['ns2'] = { A: [neighbour] };
  }),
  ns_unresolvable: records((domain) => ({ NS: [`ns1.${domain}`, `ns2.${domain}`, `gone.${domain}`] })),
  ns_lame: async (company) => {
    await company.publish();
    company.internet.routeDns(company.nameServerAddresses[1], company.internet.lameDns);
  },
  cname_dangling: published((company) => (company.dns['www'] = { CNAME: 'left-behind.azurewebsites.net' })),
  dns_private_address: published((company) => (company.dns['www'] = { A: ['10.0.0.1'] })),
  https_missing: async (company) => {
    company.plain = (_, response) => response.writeHead(200).end('hello');
    await withoutMail(company);
    company.internet.unroute(company.address, 443);
  },
  cert_expired: certificate({ validFrom: days(-40), validTo: days(-1) }),
  cert_not_yet_valid: certificate({ validFrom: days(1), validTo: days(40) }),
  cert_expires_soon: certificate({ validFrom: days(-40), validTo: days(3) }),
  cert_name_mismatch: certificate({ names: ['somebody-else.com'] }),
  cert_self_signed: certificate({ issuer: 'itself' }),
  cert_chain_incomplete: certificate({ isAlone: true }),
  cert_weak_key: ownTls({ rsaBits: 1024 }),
  cert_weak_signature: ownTls({ isSha1: true }),
  cert_long_lived: certificate({ validFrom: days(-10), validTo: days(1000) }),
  tls_legacy_only: ownTls({}, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }),
  tls_legacy_accepted: ownTls({}, { minVersion: 'TLSv1' }),
  tls_no_forward_secrecy: ownTls({ rsaBits: 2048 }, { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }),
  http_no_redirect: published((company) => (company.plain = (_, response) => response.writeHead(200).end('hello'))),
  hsts_missing: header('strict-transport-security', undefined),
  hsts_short: header('strict-transport-security', 'max-age=3600; includeSubDomains'),
  hsts_no_subdomains: header('strict-transport-security', 'max-age=63072000'),
  csp_missing: published((company) => {
    const { 'content-security-policy': _, ...others } = company.headers;
    company.headers = { ...others, 'x-frame-options': 'DENY' };
  }),
  csp_weak: header('content-security-policy', "script-src * 'unsafe-inline'; frame-ancestors 'none'"),
  framing_allowed: header('content-security-policy', "default-src 'self'; object-src 'none'; base-uri 'none'"),
  nosniff_missing: header('x-content-type-options', undefined),
  referrer_policy_unsafe: header('referrer-policy', 'unsafe-url'),
  cors_reflects_origin: published((company) => {
    const { site } = company;
    company.site = (request, response) => {
      response.setHeader('access-control-allow-origin', request.headers.origin ?? '');
      response.setHeader('access-control-allow-credentials', 'true');
      site(request, response);
    };
  }),
  cookie_not_secure: header('set-cookie', ['theme=dark; Path=/']),
  session_cookie_readable: header('set-cookie', ['session=abc; Secure; SameSite=Lax']),
  cookie_no_samesite: header('set-cookie', ['session=abc; Secure; HttpOnly']),
  mixed_content_active: published((company) => (company.page = `<script src="http://${company.domain}/a.js"></script>`)),
  mixed_content_passive: page('<img src="http://images.com/a.png">'),
  form_over_http: published((company) => (company.page = `<form action="http://${company.domain}/login"></form>`)),
  script_without_sri: page('<script src="https://cdn-of-others.com/lib.js"></script>'),
  security_txt_missing: published((company) => (company.securityTxt = undefined)),
  security_txt_expired: published((company) => (company.securityTxt = 'Contact: mailto:a@b.com\nExpires: 2020-01-01T00:00:00Z\n')),
  version_disclosed: header('server', 'nginx/1.99.3'),
  software_end_of_life: page('<meta name="generator" content="Drupal 7 (https://www.drupal.org)">'),
};

describe('checks on a small internet', () => {
  let internet: Internet;
  const judged = new Map<string, Judgement[]>();

  beforeAll(async () => {
    internet = await Internet.start();
    const cases: [string, Fault][] = [['nothing', published(() => undefined)], ...Object.entries(FAULTS)];
    const settings = internet.settingsWith({
      checksMailServers: true,
      extraRoots: [internet.authority.rootPem, await internet.authority.oldRootPem()],
    });
    const scanner = new Scanner(settings, internet.door);
    const stranger = new Scanner(internet.settingsWith({ extraRoots: [] }), internet.door);
    await inTurns(cases, async ([id, fault]) => {
      const company = new Company(internet, `${id.replaceAll('_', '-')}.com`);
      await fault(company);
      judged.set(id, await judge(scanner, company.domain));
    });
    const company = new Company(internet, 'cert-untrusted.com');
    await withoutMail(company);
    judged.set('cert_untrusted', await judge(stranger, company.domain));
  });
  afterAll(() => internet.stop());

  it('pass for a company that does everything right, every one of them', () => {
    const judgements = judged.get('nothing') ?? [];
    expect(judgements.filter(({ verdict }) => verdict !== 'pass').map(described)).toEqual([]);
    expect(idsOf(judgements)).toEqual(everyId());
  });

  it('each have a company with its fault', () => {
    expect([...judged.keys()].filter((id) => id !== 'nothing').sort()).toEqual(everyId());
  });

  it.each([...Object.keys(FAULTS), 'cert_untrusted'])('%s fails for a company with this fault, and nothing else does', (id) => {
    const fails = (judged.get(id) ?? []).filter(({ verdict }) => verdict === 'fail');
    expect(
      fails.length > 0
        ? idsOf(fails)
        : judged
            .get(id)
            ?.filter(({ check }) => check.id === id)
            .map(described),
    ).toEqual([id]);
    for (const fail of fails) expect(fail.verdict === 'fail' && fail.evidence.length).toBeGreaterThan(0);
  });

  it('contacted nobody outside the small internet', () => {
    expect(internet.dialed.filter((target) => !/^9\.\d+\.\d+\.[78]:(?:25|53|80|443)$/.test(target))).toEqual([]);
  });
});

async function judge(scanner: Scanner, domain: string): Promise<Judgement[]> {
  const scan = await scanner.scan(domain, { isThorough: true, isOptedOut: () => false });
  return FAMILIES.flatMap((family) => family.judge(scan));
}

async function inTurns<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, worker));
}

function everyId(): string[] {
  return FAMILIES.flatMap(({ checks }) => checks.map(({ id }) => id)).sort();
}

function idsOf(judgements: readonly Judgement[]): string[] {
  return [...new Set(judgements.map(({ check }) => check.id))].sort();
}

/** For the message of a failing test. */
function described(judgement: Judgement): string {
  const { check, host, verdict } = judgement;
  return `${check.id}@${host}: ${verdict} ${'evidence' in judgement ? judgement.evidence.join('; ') : 'reason' in judgement ? judgement.reason : ''}`;
}
