import type { DemoVendor } from './demo-vendors';
import type { Random } from './random';

type Finding = Record<string, unknown>;

interface Kind {
  type: string;
  title: string;
  category: string;
  severity: string;
  description: string;
  remediation: string;
  cwe?: string;
  cve?: string;
  cvss?: number;
  asset: 'url' | 'ipPort' | 'dns' | 'credentials';
  port?: number;
  host: string;
}

/** One line a kind: type; title; category; severity; CWE; asset and where; description; remediation. */
const KINDS: readonly Kind[] = `
tls_weak_protocol; TLS 1.0 is accepted; ENCRYPTION; MEDIUM; CWE-326; ipPort 443 www; The server still agrees to a protocol version that no longer protects its traffic.; Allow TLS 1.2 and newer only.
tls_certificate_expired; The certificate has expired; ENCRYPTION; HIGH; CWE-298; ipPort 443 portal; Visitors are told that the connection cannot be trusted.; Renew the certificate and automate its renewal.
tls_weak_cipher; Weak cipher suites are offered; ENCRYPTION; LOW; CWE-327; ipPort 443 api; Suites without forward secrecy are among those on offer.; Remove suites with CBC and static RSA.
hsts_missing; HTTP Strict Transport Security is missing; WEB_APPLICATION_SECURITY; LOW; CWE-319; url www; A first visit over plain HTTP can be redirected by an attacker.; Send Strict-Transport-Security with a long lifetime.
csp_missing; No content security policy; WEB_APPLICATION_SECURITY; LOW; CWE-693; url shop; Injected scripts would run without restriction.; Start with a report-only policy and tighten it.
cookie_insecure; Session cookie without Secure flag; WEB_APPLICATION_SECURITY; MEDIUM; CWE-614; url login; The cookie also travels over unencrypted connections.; Set Secure, HttpOnly and SameSite.
admin_panel_exposed; Administration panel reachable from anywhere; ATTACK_SURFACE_EXPOSURE; HIGH; CWE-284; url admin; The sign-in page of an administration panel answers on the public network.; Put it behind a VPN or an allow-list.
rdp_exposed; Remote desktop reachable from anywhere; ATTACK_SURFACE_EXPOSURE; CRITICAL; CWE-284; ipPort 3389 remote; Remote desktop is a preferred way in for ransomware.; Close the port and use a gateway with a second factor.
database_exposed; Database port reachable from anywhere; NETWORK_SECURITY; CRITICAL; CWE-284; ipPort 5432 db; A database answers on the public network.; Bind it to the internal network.
ssh_password_auth; SSH accepts passwords; NETWORK_SECURITY; MEDIUM; CWE-309; ipPort 22 sftp; Passwords can be guessed where keys cannot.; Allow keys only.
telnet_open; Telnet is open; NETWORK_SECURITY; HIGH; CWE-319; ipPort 23 edge; Names and passwords travel in clear text.; Replace it with SSH.
spf_missing; No SPF record; EMAIL_SECURITY; MEDIUM; CWE-290; dns TXT .; Anybody can send e-mail in the name of the domain.; Publish an SPF record that ends in -all.
dmarc_none; DMARC policy is none; EMAIL_SECURITY; MEDIUM; CWE-290; dns TXT _dmarc; Forged e-mail is reported but delivered.; Move the policy to quarantine, then to reject.
dnssec_missing; Zone is not signed; DNS_HEALTH; INFO; CWE-350; dns NS .; Answers for the zone cannot be verified.; Sign the zone with DNSSEC.
dangling_cname; Alias points to a service that is gone; DNS_HEALTH; HIGH; CWE-350; dns CNAME promo; Whoever registers the service again takes over the name.; Remove the record.
credentials_in_breach; Employee credentials in a breach; LEAKED_CREDENTIALS; HIGH; CWE-522; credentials .; An account of an employee is part of a published breach.; Reset the password and require a second factor.
public_bucket; Storage bucket readable by anyone; CLOUD_MISCONFIGURATION; HIGH; CWE-732; url files; Files can be listed and read without signing in.; Block public access on the bucket.
repository_leak; Source code repository with secrets; DATA_LEAK; CRITICAL; CWE-540; url git; Configuration files with keys are served from the web root.; Remove the folder and replace the keys.
blocklisted_ip; Address on a block list; IP_REPUTATION; LOW; CWE-506; ipPort 25 mail; Spam was sent from the address.; Find the source and ask for removal.
malware_beacon; Connection to a command server; MALWARE_INFECTION; CRITICAL; CWE-506; ipPort 443 office; A machine behind the address talks to a known command server.; Isolate the machine and examine it.
browser_outdated; Outdated browsers in use; ENDPOINT_SECURITY; LOW; CWE-1104; ipPort 443 office; Visits come from browsers that get no more updates.; Enforce automatic updates.
patching_slow; Critical updates take more than 60 days; PATCHING_CADENCE; MEDIUM; CWE-1104; ipPort 443 www; Known weaknesses stay open for months.; Set a deadline for critical updates and measure it.
`
  .trim()
  .split('\n')
  .map((line) => {
    const [type, title, category, severity, cwe, place, description, remediation] = line.split('; ') as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const [asset, first, second] = place.split(' ') as [Kind['asset'], string, string | undefined];
    return {
      type,
      title,
      category,
      severity,
      cwe,
      description,
      remediation,
      asset,
      ...(asset === 'ipPort' && { port: Number(first) }),
      host: second ?? first,
    };
  });

/** Well-known vulnerabilities, with the product they are in and their published base score. */
export const DEMO_CVES = [
  ['CVE-2021-44228', 'Apache Log4j', 10, true, true],
  ['CVE-2023-4966', 'Citrix NetScaler', 9.4, true, true],
  ['CVE-2023-34362', 'MOVEit Transfer', 9.8, true, true],
  ['CVE-2019-19781', 'Citrix ADC', 9.8, true, true],
  ['CVE-2021-26855', 'Microsoft Exchange', 9.8, true, true],
  ['CVE-2018-13379', 'Fortinet FortiOS', 9.8, true, true],
  ['CVE-2022-22965', 'Spring Framework', 9.8, true, false],
  ['CVE-2023-44487', 'HTTP/2 servers', 7.5, true, false],
  ['CVE-2014-0160', 'OpenSSL', 7.5, true, false],
  ['CVE-2017-5638', 'Apache Struts', 10, true, true],
  ['CVE-2021-41773', 'Apache HTTP Server', 7.5, true, true],
  ['CVE-2023-38545', 'curl', 9.8, false, false],
  ['CVE-2016-2183', 'TLS with 3DES', 7.5, false, false],
  ['CVE-2015-4000', 'TLS with weak Diffie-Hellman', 3.7, false, false],
  ['CVE-2020-11022', 'jQuery', 6.9, false, false],
] as const;

const DAY = 86_400_000;

/** What scanners would have reported about a vendor in the year before now, the neglected ones more than the others. */
export function demoFindings(
  vendors: readonly Pick<DemoVendor, 'domain' | 'state'>[],
  count: number,
  random: Random,
  now: number,
): Finding[] {
  const crowd = vendors.flatMap((vendor) => Array<(typeof vendors)[number]>(vendor.state * vendor.state).fill(vendor));
  return Array.from({ length: count }, (_, index) => {
    const { domain } = random.pick(crowd);
    const seen = now - Math.floor(random.next() ** 1.5 * 365 * DAY);
    const times = {
      firstSeen: new Date(seen).toISOString(),
      lastSeen: new Date(Math.min(now, seen + random.below(60) * DAY)).toISOString(),
    };
    return index % 4 === 0 ? vulnerability(domain, index, random, times) : weakness(domain, index, random, times);
  });
}

function vulnerability(domain: string, index: number, random: Random, times: Finding): Finding {
  const [cve, product, score] = random.pick(DEMO_CVES);
  const host = `${random.pick(['www', 'api', 'portal', 'files', 'vpn'])}${index % 40}.${domain}`;
  const severity = score >= 9 ? 'CRITICAL' : score >= 7 ? 'HIGH' : score >= 4 ? 'MEDIUM' : 'LOW';
  return {
    host,
    title: `${product} is affected by ${cve}`,
    description: `The version of ${product} that answers here is affected.`,
    observationType: 'vulnerable_component',
    category: 'VULNERABILITY',
    severity,
    confidence: random.pick(['LIKELY', 'CONFIRMED']),
    cveIds: [cve],
    cweIds: ['CWE-1395'],
    cvssScores: [{ version: 'V3_1', baseScore: score, cvssVector: '', scoreSource: 'nvd' }],
    asset: { ipPort: { address: `203.0.113.${1 + (index % 250)}`, port: 443, protocol: 'TCP' } },
    references: [`https://nvd.nist.gov/vuln/detail/${cve}`],
    tags: ['vulnerability', product.toLowerCase().replaceAll(' ', '-')],
    evidence: [`Banner of ${host} names an affected version of ${product}.`],
    remediation: `Update ${product} to a release that is not affected.`,
    source: { name: 'nightly-scan' },
    ...times,
  };
}

function weakness(domain: string, index: number, random: Random, times: Finding): Finding {
  const kind = random.pick(KINDS);
  const host = kind.host === '.' ? domain : `${kind.host.replace('_dmarc', 'mail')}${index % 60}.${domain}`;
  return {
    host,
    title: kind.title,
    description: kind.description,
    observationType: kind.type,
    category: kind.category,
    severity: kind.severity,
    confidence: random.pick(['POSSIBLE', 'LIKELY', 'CONFIRMED']),
    cweIds: [kind.cwe],
    asset: assetOf(kind, host, domain, index),
    tags: [kind.category.toLowerCase().replaceAll('_', '-')],
    evidence: [`Seen at ${host}.`],
    remediation: kind.remediation,
    source: { name: kind.asset === 'credentials' ? 'breach-watch' : 'nightly-scan' },
    ...times,
  };
}

function assetOf(kind: Kind, host: string, domain: string, index: number): Finding {
  switch (kind.asset) {
    case 'url':
      return { url: { url: `https://${host}/` } };
    case 'ipPort':
      return { ipPort: { address: `203.0.113.${1 + (index % 250)}`, port: kind.port, protocol: 'TCP' } };
    case 'dns':
      return {
        dns: { recordType: kind.type === 'dnssec_missing' ? 'NS' : kind.type === 'dangling_cname' ? 'CNAME' : 'TXT', domain: host },
      };
    case 'credentials':
      return {
        credentials: {
          username: `employee${index % 90}`,
          emailDomain: domain,
          breachName: ['Collection of forums', 'Retail shop', 'Travel portal'][index % 3],
        },
      };
  }
}
