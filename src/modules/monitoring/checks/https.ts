import type { ConnectionRefused, HostScan, HttpResponse } from '../scan';
import { subjectAt, webAsset } from './assets';
import { headerOf, hostOfUrl, isUnsure } from './answer';
import { parseHsts } from './parsers/hsts';
import { failsWith, family, type Outcome, type Rule, type Subject } from './rule';
import { curl } from './see-for-yourself';

/** Half a year, in seconds. */
const MIN_HSTS_SECONDS = 15_552_000;
const HSTS = 'strict-transport-security';

interface Plain {
  host: string;
  http: HttpResponse | ConnectionRefused;
  hasHttps: boolean;
}

const REDIRECT_RULES: Rule<Plain>[] = [
  {
    id: 'http_no_redirect',
    title: 'HTTP does not redirect to HTTPS',
    description: 'Port 80 serves content, so visitors who follow an old link or type the name stay on HTTP.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Answer every request on port 80 with a permanent redirect to HTTPS on the same host.',
    reference: 'https://infosec.mozilla.org/guidelines/web_security',
    judge: ({ host, http, hasHttps }) => judgePlain(host, http, hasHttps),
  },
];

interface Secure {
  host: string;
  isApex: boolean;
  /** The answer to GET / of the host itself, even when it is a redirect. */
  answer: HttpResponse;
}

const HSTS_RULES: Rule<Secure>[] = [
  {
    id: 'hsts_missing',
    title: 'No Strict-Transport-Security header',
    description: 'Browsers do not learn that the host is HTTPS only, so a man in the middle can keep a visitor on HTTP.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Send Strict-Transport-Security with a max-age of a year on every HTTPS answer.',
    reference: 'https://www.cisa.gov/news-events/directives/bod-18-01-enhance-email-and-web-security',
    judge: ({ host, answer }) => (hstsAge(answer) > 0 ? 'pass' : failsWith([...seenHsts(answer), curl('https', host)])),
  },
  {
    id: 'hsts_short',
    title: 'Strict-Transport-Security expires too soon',
    description: 'The max-age is less than half a year, so visitors who come rarely are not protected.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Raise max-age to 31536000 (a year).',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Strict-Transport-Security',
    judge: ({ host, answer }) => {
      const age = hstsAge(answer);
      return age === 0 || age >= MIN_HSTS_SECONDS ? 'pass' : failsWith([...seenHsts(answer), curl('https', host)]);
    },
  },
  {
    id: 'hsts_no_subdomains',
    title: 'Strict-Transport-Security leaves subdomains out',
    description: 'Without includeSubDomains at the domain itself, a spoofed subdomain over HTTP can set cookies for the whole domain.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'Add includeSubDomains once every subdomain serves HTTPS.',
    reference: 'https://www.rfc-editor.org/rfc/rfc6797#section-6.1.2',
    judge: ({ host, isApex, answer }) => {
      if (!isApex || hstsAge(answer) === 0) return 'pass';
      return parseHsts(headerOf(answer, HSTS) ?? '').includeSubDomains ? 'pass' : failsWith([...seenHsts(answer), curl('https', host)]);
    },
  },
];

export const HTTP_REDIRECT = family(REDIRECT_RULES, (scan) => scan.hosts.flatMap(plain));
export const STRICT_TRANSPORT = family(HSTS_RULES, (scan) => scan.hosts.flatMap((host) => secure(host, host.host === scan.apex)));

function plain(hostScan: HostScan): Subject<Plain>[] {
  const { host, http, https } = hostScan;
  const hasHttps = !(https !== undefined && 'seen' in https && https.seen.isRefused);
  return subjectAt(hostScan, { url: { url: `http://${host}/` } }, http, (seen) => ({ seen: { host, http: seen, hasHttps } }));
}

function judgePlain(host: string, http: HttpResponse | ConnectionRefused, hasHttps: boolean): Outcome {
  if (http.isRefused) return 'pass';
  // Without HTTPS there is nothing to redirect to; that is a separate finding.
  if (!hasHttps) return undefined;
  const { url, status, location } = http;
  if (status >= 300 && status < 400) {
    if (location === undefined) return { unknown: `${url} answered ${status} without a Location header` };
    // Another host answers for itself.
    if (!location.startsWith('http:') || hostOfUrl(location) !== host) return 'pass';
    return { unknown: `${url} redirects within HTTP` };
  }
  if (isUnsure(status)) return { unknown: `${url} answered ${status}` };
  return status < 300 ? failsWith([`${url} answered ${status} without a redirect`, curl('http', host)]) : 'pass';
}

function secure(hostScan: HostScan, isApex: boolean): Subject<Secure>[] {
  const { host, page } = hostScan;
  return subjectAt(hostScan, webAsset(host), page, ({ hops: [answer] }): Subject<Secure>['seen'] => {
    // Servers often omit headers on error pages.
    if (answer.status >= 400) return { unknown: `${answer.url} answered ${answer.status}` };
    return { seen: { host, isApex, answer } };
  });
}

function hstsAge(answer: HttpResponse): number {
  return parseHsts(headerOf(answer, HSTS) ?? '').maxAge ?? 0;
}

function seenHsts(answer: HttpResponse): string[] {
  const value = headerOf(answer, HSTS);
  return [
    `${answer.url} answered ${answer.status}`,
    value === undefined ? 'No Strict-Transport-Security header' : `Strict-Transport-Security: ${value}`,
  ];
}
