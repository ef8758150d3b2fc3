import type { Scan, PageScan } from '../scan';
import { headerOf, isUnsure } from './answer';
import { webAsset, withoutAddress } from './assets';
import { bannersOf, type Banners } from './banners';
import { parseSecurityTxt, type SecurityTxt } from './parsers/security-txt';
import { failsWith, family, type Rule, type Subject } from './rule';
import { curl } from './see-for-yourself';

interface Published {
  at: Date;
  url: string;
  /** Why there is no usable file; otherwise its content. */
  fault?: string;
  file?: SecurityTxt;
}

const SECURITY_TXT_RULES: Rule<Published>[] = [
  {
    id: 'security_txt_missing',
    title: 'No security.txt',
    description: 'Researchers who find a vulnerability do not know whom to tell, so it stays open longer or is published first.',
    category: 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY',
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'Publish /.well-known/security.txt as text/plain with Contact and Expires.',
    reference: 'https://www.rfc-editor.org/rfc/rfc9116',
    judge: ({ url, fault }) => (fault === undefined ? 'pass' : failsWith([`${url}: ${fault}`])),
  },
  {
    id: 'security_txt_expired',
    title: 'security.txt has expired',
    description: 'The file is out of date by its own Expires field, so its contacts may be wrong.',
    category: 'OBSERVATION_CATEGORY_WEB_APPLICATION_SECURITY',
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'Check the contacts and renew the Expires field, at least once a year.',
    reference: 'https://www.rfc-editor.org/rfc/rfc9116#section-2.5.5',
    judge: ({ at, url, file }) => {
      const expires = file?.expires;
      return expires === undefined || expires >= at ? 'pass' : failsWith([`${url}: Expires: ${expires.toISOString()}`]);
    },
  },
];

const VERSION_RULES: Rule<Banners>[] = [
  {
    id: 'version_disclosed',
    title: 'Server tells the version of its software',
    description: 'The version helps an attacker to choose an exploit, and helps nobody else.',
    category: 'OBSERVATION_CATEGORY_ATTACK_SURFACE_EXPOSURE',
    severity: 'OBSERVATION_SEVERITY_INFO',
    remediation: 'Leave the version out of the Server, X-Powered-By and generator fields.',
    reference: 'https://owasp.org/www-project-secure-headers/',
    judge: ({ host, found, missed }) => {
      // A major version alone, as some generators print it, reveals too little.
      const lines = found.filter(({ version }) => version.includes('.')).map(({ line }) => line);
      if (lines.length > 0) return failsWith([...new Set(lines), curl('https', host)]);
      return missed === undefined ? 'pass' : { unknown: missed };
    },
  },
];

export const SECURITY_TXT = family(SECURITY_TXT_RULES, securityTxtOf);
export const VERSIONS = family(VERSION_RULES, bannersOf);

function securityTxtOf(scan: Scan): Subject<Published>[] {
  return scan.hosts
    .filter(({ host }) => host === scan.apex)
    .flatMap((hostScan): Subject<Published>[] => {
      const { host, securityTxt } = hostScan;
      const asset = webAsset(host);
      const without = withoutAddress(hostScan);
      if (without) return [{ host, asset, seen: without }];
      if (securityTxt === undefined) return [];
      if ('unknown' in securityTxt) return [{ host, asset, seen: securityTxt }];
      return [{ host, asset, seen: published(securityTxt.seen, new Date(scan.at)) }];
    });
}

function published({ hops, body }: PageScan, at: Date): Exclude<Subject<Published>['seen'], 'gone'> {
  const { url, status, ...answer } = hops[hops.length - 1] ?? hops[0];
  if (isUnsure(status)) return { unknown: `${url} answered ${status}` };
  if (status !== 200) return { seen: { at, url, fault: `answered ${status}` } };
  const type = headerOf({ url, status, ...answer }, 'content-type') ?? 'none';
  if (!/^\s*text\/plain\s*(?:;|$)/i.test(type)) return { seen: { at, url, fault: `Content-Type is ${type}, not text/plain` } };
  const file = parseSecurityTxt(body);
  return { seen: file.contacts.length > 0 ? { at, url, file } : { at, url, fault: 'no Contact field' } };
}
