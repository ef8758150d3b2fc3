type Severity = 'INFO' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';

/** A kind of finding, and its asset. */
export interface DemoKind {
  type: string;
  title: string;
  category: string;
  severity: Severity;
  cwe: string;
  asset: 'url' | 'ipPort' | 'dns' | 'credentials';
  /** The port or the record type of the asset. */
  detail: string;
  /** First label of the host; a dot for the domain itself. */
  host: string;
  description: string;
  remediation: string;
  cve?: DemoCve;
}

export interface DemoCve {
  id: string;
  product: string;
  baseScore: number;
  severity: Severity;
  /** Its entry in the KEV catalogue. */
  exploited?: { dateAdded: string; dueDate: string; ransomware: string };
}

/** Well-known vulnerabilities: id; product; published base score; severity; KEV date added, due date and ransomware use. */
export const DEMO_CVES: readonly DemoCve[] = `
CVE-2021-44228; Apache Log4j; 10; CRITICAL; 2021-12-10 2021-12-24 Known
CVE-2023-4966; Citrix NetScaler; 9.4; CRITICAL; 2023-10-18 2023-11-08 Known
CVE-2023-34362; MOVEit Transfer; 9.8; CRITICAL; 2023-06-02 2023-06-23 Known
CVE-2019-19781; Citrix ADC; 9.8; CRITICAL; 2021-11-03 2022-05-03 Known
CVE-2021-26855; Microsoft Exchange; 9.8; CRITICAL; 2021-11-03 2021-04-16 Known
CVE-2018-13379; Fortinet FortiOS; 9.8; CRITICAL; 2021-11-03 2022-05-03 Known
CVE-2022-22965; Spring Framework; 9.8; CRITICAL; 2022-04-04 2022-04-25 Unknown
CVE-2017-5638; Apache Struts; 10; CRITICAL; 2021-11-03 2022-05-03 Known
CVE-2023-44487; HTTP/2 servers; 7.5; HIGH; 2023-10-10 2023-10-31 Unknown
CVE-2014-0160; OpenSSL; 7.5; HIGH; 2022-05-04 2022-05-25 Unknown
CVE-2021-41773; Apache HTTP Server; 7.5; HIGH; 2021-11-03 2021-11-17 Known
CVE-2022-37434; zlib; 9.8; CRITICAL
CVE-2023-38545; curl; 9.8; CRITICAL
CVE-2016-2183; TLS with 3DES; 7.5; HIGH
CVE-2021-23017; nginx; 7.7; HIGH
CVE-2020-11022; jQuery; 6.9; MEDIUM
CVE-2019-11358; jQuery; 6.1; MEDIUM
CVE-2023-48795; SSH servers; 5.9; MEDIUM
CVE-2018-15473; OpenSSH; 5.3; MEDIUM
CVE-2015-4000; TLS with weak Diffie-Hellman; 3.7; LOW
`
  .trim()
  .split('\n')
  .map((line) => {
    const [id, product, score, severity, exploited] = line.split('; ') as [string, string, string, Severity, string?];
    const [dateAdded = '', dueDate = '', ransomware = ''] = exploited?.split(' ') ?? [];
    return { id, product, baseScore: Number(score), severity, ...(exploited && { exploited: { dateAdded, dueDate, ransomware } }) };
  });

/** One line per kind: type; title; category; severity; CWE; asset, its detail and host; description; remediation. */
const WEAKNESSES: readonly DemoKind[] = `
tls_weak_protocol; TLS 1.0 is accepted; ENCRYPTION; MEDIUM; CWE-326; ipPort 443 www; The server still agrees to a protocol version that no longer protects its traffic.; Allow TLS 1.2 and newer only.
tls_certificate_expired; The certificate has expired; ENCRYPTION; HIGH; CWE-298; ipPort 443 portal; Visitors are told that the connection cannot be trusted.; Renew the certificate and automate its renewal.
tls_weak_cipher; Weak cipher suites are offered; ENCRYPTION; LOW; CWE-327; ipPort 443 api; Suites without forward secrecy are among those on offer.; Remove suites with CBC and static RSA.
hsts_missing; HTTP Strict Transport Security is missing; WEB_APPLICATION_SECURITY; LOW; CWE-319; url - www; A first visit over plain HTTP can be redirected by an attacker.; Send Strict-Transport-Security with a long lifetime.
csp_missing; No content security policy; WEB_APPLICATION_SECURITY; LOW; CWE-693; url - shop; Injected scripts would run without restriction.; Start with a report-only policy and tighten it.
cookie_insecure; Session cookie without Secure flag; WEB_APPLICATION_SECURITY; MEDIUM; CWE-614; url - login; The cookie also travels over unencrypted connections.; Set Secure, HttpOnly and SameSite.
admin_panel_exposed; Administration panel reachable from anywhere; ATTACK_SURFACE_EXPOSURE; HIGH; CWE-284; url - admin; The sign-in page of an administration panel answers on the public network.; Put it behind a VPN or an allow-list.
rdp_exposed; Remote desktop reachable from anywhere; ATTACK_SURFACE_EXPOSURE; CRITICAL; CWE-284; ipPort 3389 remote; Remote desktop is a preferred way in for ransomware.; Close the port and use a gateway with a second factor.
database_exposed; Database port reachable from anywhere; NETWORK_SECURITY; CRITICAL; CWE-284; ipPort 5432 db; A database answers on the public network.; Bind it to the internal network.
ssh_password_auth; SSH accepts passwords; NETWORK_SECURITY; MEDIUM; CWE-309; ipPort 22 sftp; Passwords can be guessed where keys cannot.; Allow keys only.
telnet_open; Telnet is open; NETWORK_SECURITY; HIGH; CWE-319; ipPort 23 edge; Names and passwords travel in clear text.; Replace it with SSH.
spf_missing; No SPF record; EMAIL_SECURITY; MEDIUM; CWE-290; dns TXT .; Anybody can send e-mail in the name of the domain.; Publish an SPF record that ends in -all.
dmarc_none; DMARC policy is none; EMAIL_SECURITY; LOW; CWE-290; dns TXT _dmarc; Forged e-mail is reported but delivered.; Move the policy to quarantine, then to reject.
dnssec_missing; Zone is not signed; DNS_HEALTH; INFO; CWE-350; dns NS .; Answers for the zone cannot be verified.; Sign the zone with DNSSEC.
dangling_cname; Alias points to a service that is gone; DNS_HEALTH; HIGH; CWE-350; dns CNAME promo; Whoever registers the service again takes over the name.; Remove the record.
credentials_in_breach; Employee credentials in a breach; LEAKED_CREDENTIALS; HIGH; CWE-522; credentials - .; An account of an employee is part of a published breach.; Reset the password and require a second factor.
public_bucket; Storage bucket readable by anyone; CLOUD_MISCONFIGURATION; HIGH; CWE-732; url - files; Files can be listed and read without signing in.; Block public access on the bucket.
repository_leak; Source code repository with secrets; DATA_LEAK; CRITICAL; CWE-540; url - git; Configuration files with keys are served from the web root.; Remove the folder and replace the keys.
blocklisted_ip; Address on a block list; IP_REPUTATION; LOW; CWE-506; ipPort 25 mail; Spam was sent from the address.; Find the source and ask for removal.
malware_beacon; Connection to a command server; MALWARE_INFECTION; CRITICAL; CWE-506; ipPort 443 office; A machine behind the address talks to a known command server.; Isolate the machine and examine it.
browser_outdated; Outdated browsers in use; ENDPOINT_SECURITY; LOW; CWE-1104; ipPort 443 office; Visits come from browsers that get no more updates.; Enforce automatic updates.
patching_slow; Critical updates take more than 60 days; PATCHING_CADENCE; MEDIUM; CWE-1104; ipPort 443 www; Known weaknesses stay open for months.; Set a deadline for critical updates and measure it.
technology_disclosed; Server names its product and version; WEB_APPLICATION_SECURITY; INFO; CWE-200; url - www; Headers tell visitors which software answers.; Leave product and version out of the headers.
security_txt_missing; No security.txt; WEB_APPLICATION_SECURITY; INFO; CWE-1059; url - www; Whoever finds a weakness does not learn whom to tell.; Publish a security.txt with a contact.
open_port_http; Port 80 answers; ATTACK_SURFACE_EXPOSURE; INFO; CWE-1059; ipPort 80 www; A web server answers on the plain port.; Redirect to HTTPS, or close the port.
certificate_expires_soon; The certificate expires within a month; ENCRYPTION; INFO; CWE-298; ipPort 443 shop; Renewal is due.; Renew the certificate and automate its renewal.
new_subdomain; A host that was not there before; DNS_HEALTH; INFO; CWE-1059; dns A dev; The zone has a new name with an address.; Confirm that it is meant to be public.
caa_missing; No CAA record; DNS_HEALTH; LOW; CWE-295; dns CAA .; Any certificate authority may issue for the domain.; Name the authorities you use in a CAA record.
mta_sts_missing; Mail servers do not insist on encryption; EMAIL_SECURITY; LOW; CWE-319; dns TXT _mta-sts; Mail can be made to travel in clear text.; Publish an MTA-STS policy.
ftp_open; FTP is open; NETWORK_SECURITY; LOW; CWE-319; ipPort 21 ftp; Names and passwords may travel in clear text.; Offer SFTP instead.
update_overdue; A minor update is overdue; PATCHING_CADENCE; LOW; CWE-1104; ipPort 443 api; A release with small fixes has not been installed.; Install updates every month.
old_breach_account; Account in an old breach; LEAKED_CREDENTIALS; LOW; CWE-522; credentials - .; An address of the company is part of a breach from years ago.; Check that the password is no longer in use.
storage_logging_off; Access to storage is not logged; CLOUD_MISCONFIGURATION; MEDIUM; CWE-778; url - files; Nobody would see who read the files.; Switch access logs on.
directory_listing; Directory listing is on; DATA_LEAK; MEDIUM; CWE-548; url - files; Visitors can browse files that no page links to.; Switch listings off.
endpoint_unsupported; Operating system without support; ENDPOINT_SECURITY; MEDIUM; CWE-1104; ipPort 443 office; Machines run a system that gets no more updates.; Replace or isolate them.
adware_traffic; Traffic of unwanted software; MALWARE_INFECTION; MEDIUM; CWE-506; ipPort 443 office; A machine behind the address contacts servers of an advertising program.; Clean the machine.
spam_source; Many complaints about spam; IP_REPUTATION; MEDIUM; CWE-506; ipPort 25 mail; Several lists name the address as a source of spam.; Find the source and ask for removal.
`
  .trim()
  .split('\n')
  .map((line) => {
    const [type = '', title = '', category = '', severity, cwe = '', place = '', description = '', remediation = ''] = line.split('; ');
    const [asset, detail = '', host = ''] = place.split(' ');
    return {
      ...{ type, title, category, severity: severity as Severity, cwe },
      ...{ asset: asset as DemoKind['asset'], detail, host, description, remediation },
    };
  });

const VULNERABILITIES: readonly DemoKind[] = DEMO_CVES.map((cve) => ({
  type: 'vulnerable_component',
  title: `${cve.product} is affected by ${cve.id}`,
  category: 'VULNERABILITY',
  severity: cve.severity,
  cwe: 'CWE-1395',
  asset: 'ipPort',
  detail: '443',
  host: 'app',
  description: `The version of ${cve.product} that answers here is affected.`,
  remediation: `Update ${cve.product} to a release that is not affected.`,
  cve,
}));

export const DEMO_KINDS: readonly DemoKind[] = [...WEAKNESSES, ...VULNERABILITIES];
