import type { CertificateScan, DnsAnswer, HostScan, HttpResponse, Scan, PageScan, Seen, TlsScan } from '../scan';
import type { CheckFamily, Judgement } from '../verdict';
import { FAMILIES } from './catalogue';

export const AT = '2026-11-16T12:00:00.000Z';
export const APEX = 'acme.example.com';
export const UNSEEN = { unknown: 'timeout' };

export function answer<T>(name: string, records: T[], aliases: string[] = []): Seen<DnsAnswer<T>> {
  return { seen: { name, status: 'NOERROR', records, aliases } };
}

export function nxdomain<T>(name: string, aliases: string[] = []): Seen<DnsAnswer<T>> {
  return { seen: { name, status: 'NXDOMAIN', records: [], aliases } };
}

export function certificate(changes: Partial<CertificateScan> = {}): CertificateScan {
  return {
    subject: `CN=${APEX}`,
    issuer: 'CN=Trusted Intermediate',
    names: [APEX, `www.${APEX}`],
    validFrom: '2026-10-01T00:00:00.000Z',
    validTo: '2026-12-30T00:00:00.000Z',
    serialNumber: '01',
    sha256: 'ab'.repeat(32),
    isSelfSigned: false,
    key: { type: 'EC', bits: 256, curve: 'prime256v1' },
    signatureHash: 'SHA-256',
    ...changes,
  };
}

export function tls(changes: Partial<TlsScan> = {}): TlsScan {
  return {
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_128_GCM_SHA256',
    isForwardSecret: true,
    chain: [certificate(), certificate({ subject: 'CN=Trusted Intermediate', issuer: 'CN=Root' })],
    isTrusted: true,
    coversHost: true,
    acceptsLegacy: { seen: false },
    ...changes,
  };
}

export function response(url: string, changes: Partial<HttpResponse> = {}): HttpResponse {
  return { url, status: 200, headers: goodHeaders(), cookies: [], ...changes };
}

export function goodHeaders(): [string, string][] {
  return [
    ['content-type', 'text/html; charset=utf-8'],
    ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
    ['content-security-policy', "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['server', 'nginx'],
  ];
}

export function pageOf(url: string, changes: Partial<PageScan> = {}): PageScan {
  return { hops: [response(url)], body: '<!doctype html><title>Acme</title>', isCut: false, origin: 'https://monitor.invalid', ...changes };
}

export function host(name: string): HostScan {
  return {
    host: name,
    addresses: answer(name, ['93.184.215.14']),
    https: { seen: tls() },
    http: { seen: response(`http://${name}/`, { status: 301, headers: [], location: `https://${name}/` }) },
    page: { seen: pageOf(`https://${name}/`) },
  };
}

/** A scan of a vendor that does everything right: every check passes. */
export function goodScan(): Scan {
  const apex = host(APEX);
  const contact = 'Contact: mailto:security@acme.example.com\nExpires: 2027-06-01T00:00:00Z\n';
  const txtUrl = `https://${APEX}/.well-known/security.txt`;
  apex.securityTxt = { seen: pageOf(txtUrl, { hops: [response(txtUrl, { headers: [['content-type', 'text/plain']] })], body: contact }) };
  return {
    apex: APEX,
    at: AT,
    dns: {
      existence: answer(APEX, ['ns1.dns-one.example hostmaster.acme.example.com 1 7200 900 1209600 300']),
      zone: { seen: APEX },
      root: { seen: { isAuthentic: true } },
      dnssec: { seen: { isResolverValidating: true, ds: ['12345 13 2 ABCD'], isBogus: false } },
      caa: { seen: [{ name: APEX, status: 'NOERROR', records: [{ flags: 0, tag: 'issue', value: 'letsencrypt.org' }], aliases: [] }] },
      nameServers: {
        seen: ['93.184.216.1', '198.41.0.4'].map((address, index) => ({
          name: `ns${index + 1}.dns.example`,
          addresses: answer(`ns${index + 1}.dns.example`, [address]),
          soa: { seen: { address, rcode: 'NOERROR', isAuthoritative: true } },
        })),
      },
    },
    mail: {
      txt: answer(APEX, ['site-verification=1', 'v=spf1 include:_spf.mail.example -all']),
      spf: { seen: { lookups: [{ term: 'include:_spf.mail.example', target: '_spf.mail.example', isVoid: false }], faults: [] } },
      dmarc: {
        seen: [
          { name: `_dmarc.${APEX}`, status: 'NOERROR', records: ['v=DMARC1; p=reject; rua=mailto:dmarc@acme.example.com'], aliases: [] },
        ],
      },
      dkim: [answer(`s1._domainkey.${APEX}`, [`v=DKIM1; k=rsa; p=${RSA_2048}`])],
      mx: answer(APEX, [{ preference: 10, host: 'mx1.mail.example' }]),
      mailServers: [
        {
          host: 'mx1.mail.example',
          addresses: answer('mx1.mail.example', ['93.184.216.25']),
          ehlo: { seen: { offersStartTls: true, reply: '250-mx1.mail.example 250 STARTTLS' } },
        },
      ],
      mtaSts: {
        record: answer(`_mta-sts.${APEX}`, ['v=STSv1; id=20261101']),
        policy: {
          seen: {
            url: `https://mta-sts.${APEX}/.well-known/mta-sts.txt`,
            status: 200,
            contentType: 'text/plain',
            body: 'version: STSv1\r\nmode: enforce\r\nmx: *.mail.example\r\nmax_age: 604800\r\n',
          },
        },
      },
      tlsRpt: answer(`_smtp._tls.${APEX}`, ['v=TLSRPTv1; rua=mailto:tls@acme.example.com']),
    },
    hosts: [apex, host(`www.${APEX}`)],
    names: [],
    refused: [],
  };
}

export function judgeAll(scan: Scan, families: readonly CheckFamily[] = FAMILIES): Judgement[] {
  return families.flatMap((family) => family.judge(scan));
}

/** `check@host` of every verdict of a kind. */
export function keys(judgements: readonly Judgement[], verdict: Judgement['verdict']): string[] {
  return judgements.filter((judgement) => judgement.verdict === verdict).map(({ check, host: name }) => `${check.id}@${name}`);
}

export interface Case {
  id: string;
  /** Where the verdict is expected; the apex by default. */
  at?: string;
  /** Makes exactly this check fail. */
  fires: (scan: Scan) => void;
  /** Part of the evidence. */
  shows: string | RegExp;
  severity?: string;
  /** Makes this check unknown, others may be too. */
  unknown: (scan: Scan) => void;
}

/** For every case: the good scan passes, one fault fails only this check, and missing data makes it unknown. */
export function testCases(families: readonly CheckFamily[], cases: readonly Case[]): void {
  it('has a case for every check', () => {
    expect(cases.map(({ id }) => id).sort()).toEqual(families.flatMap(({ checks }) => checks.map(({ id }) => id)).sort());
  });

  describe.each(cases.map((one) => [one.id, one] as const))('%s', (id, { at = APEX, fires, shows, severity, unknown }) => {
    it('passes a good scan', () => {
      expect(keys(judgeAll(goodScan(), families), 'pass')).toContain(`${id}@${at}`);
    });

    it('fails a scan with this fault, and no other check does', () => {
      const scan = goodScan();
      fires(scan);
      const judgements = judgeAll(scan);
      expect(keys(judgements, 'fail')).toEqual([`${id}@${at}`]);
      const fail = judgements.find((judgement) => judgement.verdict === 'fail')!;
      expect(fail.evidence.join('\n')).toMatch(shows);
      expect(fail.severity).toBe(severity);
    });

    it('is unknown when it could not be seen, and nothing fails', () => {
      const scan = goodScan();
      unknown(scan);
      const judgements = judgeAll(scan);
      expect(keys(judgements, 'unknown')).toContain(`${id}@${at}`);
      expect(keys(judgements, 'fail')).toEqual([]);
    });
  });
}

/** A public RSA key of 2048 bits, as DKIM publishes it. */
export const RSA_2048 =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArSd3S8wltNmWG5tx20/iYo3pyKf2XPwI9+kwTbiGv/npOC+/IWj98TXgZQmlHnj0KeAk6kNXZtInBgNBEx6B9o1f0vXrzny+QD+4uQQwxJABjzNqiaa06KNG2ebyieIOQkwZhLpLetmlgKdpppaeNRpPekjQs/C2HYSeO+4c2dzgL8hGjsGZz9NLKkoNt32j3i2ELp8/r3sxJJ5aSbXj4Bmbjxl4FC25pyEcCTphZIiqcyaiXN941YXhpZBTi36CdaxZhrDwAqmy6CFGiQnREerCCYjYx3sC6+n92Q1DdheC+nqK9TDqDeSEZbwrroY3+wNK+dgfoR3aDYBqNxcwjwIDAQAB';
