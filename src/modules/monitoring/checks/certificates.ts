import { DAY_MS } from '#platform/time/durations';
import type { CertificateScan, Scan, TlsScan } from '../scan';
import { subjectAt, webAsset } from './assets';
import { failsWith, family, type Outcome, type Rule, type Subject } from './rule';
import { openssl } from './see-for-yourself';
import { shownList } from './shown';

interface Served {
  host: string;
  at: number;
  tls: TlsScan;
  leaf: CertificateScan;
}

const SOON = 14 * DAY_MS;
const MIN_RSA_BITS = 2048;
const STANDARD_CURVES = new Set(['prime256v1', 'secp256r1', 'p-256', 'secp384r1', 'p-384', 'secp521r1', 'p-521']);
const BROKEN_HASHES = new Set(['MD2', 'MD4', 'MD5', 'SHA-1', 'SHA1']);
/** Maximum lifetime of a public certificate by day of issue, newest first (CA/Browser Forum ballots 193, SC31 and SC-081v3). */
const MAX_LIFETIMES: readonly { from: string; days: number }[] = [
  { from: '2029-03-15', days: 47 },
  { from: '2027-03-15', days: 100 },
  { from: '2026-03-15', days: 200 },
  { from: '2020-09-01', days: 398 },
  { from: '2018-03-01', days: 825 },
];
const UNREADABLE_DATES = { unknown: 'The dates of the certificate could not be read.' };
const EXPIRED = 'CERT_HAS_EXPIRED';
const NOT_YET_VALID = 'CERT_NOT_YET_VALID';
/** The chain ends before a root, because an intermediate was not sent. */
const INCOMPLETE = new Set(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY']);
const SELF_SIGNED = 'DEPTH_ZERO_SELF_SIGNED_CERT';
/** Our own failures, or verifications we did not ask for. */
const OURS = /^(?:OUT_OF_MEM|UNSPECIFIED|APPLICATION_VERIFICATION|.*CRL.*|OCSP.*)$/;

const RULES: Rule<Served>[] = [
  {
    id: 'cert_expired',
    title: 'Certificate has expired',
    description: 'Browsers and programs refuse the connection, or users get used to ignoring warnings.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Renew the certificate, and automate the renewal.',
    reference: 'https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5',
    judge: (served) => judgeDates(served, EXPIRED, ({ validTo }) => timeOf(validTo) < served.at),
  },
  {
    id: 'cert_not_yet_valid',
    title: 'Certificate is not valid yet',
    description: 'The certificate starts in the future: browsers and programs refuse the connection.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Install a certificate that is valid now, and check the clock of the machine that issues them.',
    reference: 'https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5',
    judge: (served) => judgeDates(served, NOT_YET_VALID, ({ validFrom }) => timeOf(validFrom) > served.at),
  },
  {
    id: 'cert_expires_soon',
    title: 'Certificate is about to expire',
    description: 'Less than 14 days and less than a quarter of its life are left; automatic renewal would already have replaced it.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Renew the certificate, and automate the renewal.',
    reference: 'https://www.rfc-editor.org/rfc/rfc5280#section-4.1.2.5',
    judge: ({ host, at, leaf }) => {
      const left = timeOf(leaf.validTo) - at;
      const life = lifeOf(leaf);
      if (Number.isNaN(life)) return UNREADABLE_DATES;
      return left >= 0 && left < SOON && left < life / 4 ? failsWith([...described(leaf), openssl(host)]) : 'pass';
    },
  },
  {
    id: 'cert_name_mismatch',
    title: 'Certificate is for other names',
    description:
      'The alternative names of the certificate do not include this host, so clients cannot tell the real server from an impostor. The common name does not count.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Issue a certificate whose subject alternative names include the host.',
    reference: 'https://www.rfc-editor.org/rfc/rfc9525',
    judge: ({ host, tls, leaf }) =>
      tls.coversHost ? 'pass' : failsWith([`${host} is not among the alternative names`, ...described(leaf), openssl(host)]),
  },
  {
    id: 'cert_self_signed',
    title: 'Certificate is self-signed',
    description: 'No certificate authority vouches for the server, so clients cannot tell it from an impostor.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Use a certificate of a public certificate authority.',
    reference: 'https://infosec.mozilla.org/guidelines/web_security',
    judge: ({ host, tls, leaf }) =>
      isSelfSigned(tls, leaf) ? failsWith([`Verification: ${tls.trustError ?? ''}`, ...described(leaf), openssl(host)]) : 'pass',
  },
  {
    id: 'cert_untrusted',
    title: 'Certificate is not trusted',
    description:
      'The chain leads to no certificate authority that browsers trust, so clients cannot tell the real server from an impostor.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Use a certificate of a public certificate authority.',
    reference: 'https://infosec.mozilla.org/guidelines/web_security',
    judge: ({ host, tls, leaf }) => {
      const { trustError } = tls;
      if (tls.isTrusted || trustError === EXPIRED || trustError === NOT_YET_VALID) return 'pass';
      if (trustError === undefined || OURS.test(trustError))
        return { unknown: `The chain could not be verified: ${trustError ?? 'no reason given'}` };
      if (isSelfSigned(tls, leaf) || isIncomplete(tls)) return 'pass';
      return failsWith([`Verification: ${trustError}`, ...tls.chain.flatMap(described), openssl(host)]);
    },
  },
  {
    id: 'cert_chain_incomplete',
    title: 'Certificate chain is incomplete',
    description:
      'The server sends its own certificate without the intermediate one. Browsers may find it elsewhere; other clients refuse the connection.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_MEDIUM',
    remediation: 'Configure the server to send the intermediate certificates.',
    reference: 'https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2',
    judge: ({ host, tls, leaf }) =>
      isIncomplete(tls)
        ? failsWith([`One certificate sent; verification: ${tls.trustError ?? ''}`, ...described(leaf), openssl(host)])
        : 'pass',
  },
  {
    id: 'cert_weak_key',
    title: 'Certificate has a weak key',
    description: 'Keys of this size or kind are no longer accepted in public certificates; the private key may be computable.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Issue a certificate with a new key: EC P-256, or RSA with at least 2048 bits.',
    reference: 'https://cabforum.org/working-groups/server/baseline-requirements/requirements/',
    judge: ({ host, tls, leaf }) => {
      const weak = issued(tls).filter(hasWeakKey);
      if (weak.length > 0)
        return failsWith([...weak.flatMap((certificate) => [keyOf(certificate), ...described(certificate)]), openssl(host)]);
      return isKeyKnown(leaf) ? 'pass' : { unknown: `The key of the certificate is of an unknown kind (${leaf.key.type}).` };
    },
  },
  {
    id: 'cert_weak_signature',
    title: 'Certificate is signed with a broken hash',
    description: 'SHA-1 and MD5 signatures can be forged: another certificate with the same signature may exist.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_HIGH',
    remediation: 'Reissue the certificate; certificate authorities sign with SHA-256 or better.',
    reference: 'https://cabforum.org/working-groups/server/baseline-requirements/requirements/',
    judge: ({ host, tls }) => {
      // The signature of a self-signed certificate proves nothing anyway.
      const weak = issued(tls).filter(
        ({ isSelfSigned: isOwn, signatureHash }) => !isOwn && BROKEN_HASHES.has(signatureHash?.toUpperCase() ?? ''),
      );
      if (weak.length === 0) return 'pass';
      return failsWith([
        ...weak.flatMap((certificate) => [`Signed with ${certificate.signatureHash ?? ''}`, ...described(certificate)]),
        openssl(host),
      ]);
    },
  },
  {
    id: 'cert_long_lived',
    title: 'Certificate lives longer than allowed',
    description: 'The certificate lives longer than browsers accept for the day it was issued. A leaked key stays useful that long.',
    category: 'OBSERVATION_CATEGORY_ENCRYPTION',
    severity: 'OBSERVATION_SEVERITY_LOW',
    remediation: 'Issue a certificate within the limit, and automate the renewal.',
    reference: 'https://cabforum.org/2025/04/11/ballot-sc081v3-introduce-schedule-of-reducing-validity-and-data-reuse-periods/',
    judge: ({ host, tls, leaf }) => {
      const life = lifeOf(leaf);
      if (Number.isNaN(life)) return UNREADABLE_DATES;
      const limit = MAX_LIFETIMES.find(({ from }) => (leaf.validFrom ?? '') >= from);
      // The limit is for certificates that browsers trust.
      if (!tls.isTrusted || limit === undefined || life <= limit.days * DAY_MS) return 'pass';
      return failsWith([`${Math.ceil(life / DAY_MS)} days, ${limit.days} allowed since ${limit.from}`, ...described(leaf), openssl(host)]);
    },
  },
];

export const CERTIFICATES = family(RULES, (scan) => scan.hosts.flatMap((host) => served(scan, host)));

function served(scan: Scan, hostScan: Scan['hosts'][number]): Subject<Served>[] {
  const { host, https } = hostScan;
  return subjectAt(hostScan, webAsset(host), https, (tls): Subject<Served>['seen'] | undefined => {
    if (tls.isRefused) return undefined;
    const [leaf] = tls.chain;
    if (!leaf) return { unknown: `${host} sent no certificate` };
    return { seen: { host, at: Date.parse(scan.at), tls, leaf } };
  });
}

/** The leaf decides; other certificates count only if they made the verification fail. */
function judgeDates({ host, tls, leaf }: Served, code: string, isOutside: (certificate: CertificateScan) => boolean): Outcome {
  if (isOutside(leaf)) return failsWith([...described(leaf), openssl(host)]);
  if (Number.isNaN(lifeOf(leaf))) return UNREADABLE_DATES;
  if (tls.trustError !== code) return 'pass';
  const outside = tls.chain.find(isOutside);
  return outside
    ? failsWith([...described(outside), openssl(host)])
    : { unknown: `Verification says ${code}, but no certificate sent shows it` };
}

function isSelfSigned(tls: TlsScan, leaf: CertificateScan): boolean {
  return !tls.isTrusted && (tls.trustError === SELF_SIGNED || leaf.isSelfSigned);
}

function isIncomplete(tls: TlsScan): boolean {
  return tls.chain.length === 1 && tls.chain[0]?.isSelfSigned === false && INCOMPLETE.has(tls.trustError ?? '');
}

/** The leaf and the intermediates; a root that was sent along is ignored. */
function issued({ chain }: TlsScan): CertificateScan[] {
  return chain.filter(({ isSelfSigned: isOwn }, index) => index === 0 || !isOwn);
}

function hasWeakKey({ key }: CertificateScan): boolean {
  if (key.type === 'DSA') return true;
  if (key.type === 'RSA') return key.bits !== undefined && key.bits < MIN_RSA_BITS;
  return key.type === 'EC' && key.curve !== undefined && !STANDARD_CURVES.has(key.curve.toLowerCase());
}

function isKeyKnown({ key }: CertificateScan): boolean {
  if (key.type === 'RSA') return key.bits !== undefined;
  return key.type === 'EC' ? key.curve !== undefined : key.type !== 'OTHER';
}

function keyOf({ key }: CertificateScan): string {
  return `Key: ${key.type}${key.bits === undefined ? '' : ` of ${key.bits} bits`}${key.curve === undefined ? '' : `, curve ${key.curve}`}`;
}

/** In milliseconds. Both the first and the last second count. NaN when a date cannot be read. */
function lifeOf({ validFrom, validTo }: CertificateScan): number {
  return timeOf(validTo) - timeOf(validFrom) + 1000;
}

function timeOf(text: string | undefined): number {
  return Date.parse(text ?? '');
}

function described({ subject, issuer, names, validFrom, validTo, sha256 }: CertificateScan): string[] {
  return [
    `Subject: ${subject || 'empty'}; issuer: ${issuer || 'empty'}`,
    `Names: ${shownList(names) || 'none'}`,
    `Valid from ${validFrom ?? 'an unreadable date'} to ${validTo ?? 'an unreadable date'}`,
    `SHA-256: ${sha256}`,
  ];
}
