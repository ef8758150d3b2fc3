import type { ConnectionRefused, HostScan, HttpResponse, TlsScan } from '../scan';
import { subjectAt, webAsset } from './assets';
import { failsWith, family, type Rule, type Subject } from './rule';
import { curl, openssl } from './see-for-yourself';

interface Host {
  host: string;
  tls: TlsScan;
}

const LEGACY = new Set(['SSLv3', 'TLSv1', 'TLSv1.1']);

const RULES: Rule<Host>[] = [
  {
    id: 'tls_legacy_only',
    title: 'Server speaks outdated TLS only',
    description:
      'The best version on offer is TLS 1.1 or older. These versions are forbidden, browsers refuse them, and attacks on them are known.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Enable TLS 1.2 and 1.3.',
    reference: 'https://www.rfc-editor.org/rfc/rfc8996',
    judge: ({ host, tls }) =>
      LEGACY.has(tls.protocol) ? failsWith([`Negotiated ${tls.protocol} with ${tls.cipher}`, openssl(host)]) : 'pass',
  },
  {
    id: 'tls_legacy_accepted',
    title: 'Server still accepts outdated TLS',
    description: 'The server also accepts TLS 1.1 or older, which are forbidden; a man in the middle can try to force them.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Disable TLS 1.0 and 1.1.',
    reference: 'https://www.rfc-editor.org/rfc/rfc8996',
    isWeekly: true,
    judge: ({ host, tls }) => {
      // A server that supports nothing else is a separate, more serious finding.
      if (LEGACY.has(tls.protocol)) return 'pass';
      if (tls.acceptsLegacy === undefined) return undefined;
      if ('unknown' in tls.acceptsLegacy) return tls.acceptsLegacy;
      return tls.acceptsLegacy.seen ? failsWith(['A handshake that offered at most TLS 1.1 succeeded', openssl(host)]) : 'pass';
    },
  },
  {
    id: 'tls_no_forward_secrecy',
    title: 'No forward secrecy',
    description: 'The key exchange depends on the key of the certificate: whoever gets it later can decrypt recorded traffic.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Enable TLS 1.3, and prefer ECDHE suites in TLS 1.2.',
    reference: 'https://www.rfc-editor.org/rfc/rfc9325#section-4.1',
    judge: ({ host, tls }) => (tls.isForwardSecret ? 'pass' : failsWith([`Negotiated ${tls.protocol} with ${tls.cipher}`, openssl(host)])),
  },
];

interface Ports {
  host: string;
  https: TlsScan | ConnectionRefused;
  http: HostScan['http'];
}

const PORT_RULES: Rule<Ports>[] = [
  {
    id: 'https_missing',
    title: 'No HTTPS',
    description: 'The host serves the web without encryption only: a man in the middle can read and change what it sends.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Serve the site over HTTPS, and redirect HTTP to it.',
    reference: 'https://infosec.mozilla.org/guidelines/web_security',
    isReachability: true,
    judge: ({ host, https, http }) => {
      if (!https.isRefused) return 'pass';
      if (http === undefined) return undefined;
      if ('unknown' in http) return http;
      const answer: HttpResponse | ConnectionRefused = http.seen;
      if (answer.isRefused) return 'pass';
      return failsWith([`Port 443 of ${host} refuses connections; ${answer.url} answered ${answer.status}`, curl('https', host)]);
    },
  },
];

export const TLS = family(RULES, (scan) => scan.hosts.flatMap(handshake));
export const HTTPS_PORT = family(PORT_RULES, (scan) => scan.hosts.flatMap(ports));

function handshake(hostScan: HostScan): Subject<Host>[] {
  return ports(hostScan).flatMap(({ host, asset, seen }): Subject<Host>[] => {
    if (seen === 'gone' || 'unknown' in seen) return [{ host, asset, seen }];
    const tls = seen.seen.https;
    return tls.isRefused ? [] : [{ host, asset, seen: { seen: { host, tls } } }];
  });
}

function ports(hostScan: HostScan): Subject<Ports>[] {
  const { host, https, http } = hostScan;
  return subjectAt(hostScan, webAsset(host), https, (seen) => ({ seen: { host, https: seen, http } }));
}
