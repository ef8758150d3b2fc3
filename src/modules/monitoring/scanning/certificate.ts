import { X509Certificate, type KeyObject } from 'node:crypto';
import type { DetailedPeerCertificate } from 'node:tls';
import type { CertificateScan } from '../scan';
import { signatureHash } from './signature-hash';

const MAX_CHAIN = 10;
const MAX_NAMES = 200;
const MAX_TEXT_LENGTH = 1024;

type Texts = [subject: string, issuer: string, names: string];

/** The chain as the server sent it, leaf first. */
export function chainOf(leaf: DetailedPeerCertificate): CertificateScan[] {
  const chain: CertificateScan[] = [];
  const seen = new Set<string>();
  // A server without a certificate gives an empty object; a root is its own issuer; a hostile chain may contain a loop.
  let current: Partial<DetailedPeerCertificate> | undefined = leaf;
  while (current?.raw && !seen.has(current.fingerprint256 ?? '') && chain.length < MAX_CHAIN) {
    seen.add(current.fingerprint256 ?? '');
    chain.push(describeCertificate(new X509Certificate(current.raw)));
    current = current.issuerCertificate;
  }
  return chain;
}

/**
 * A certificate as far as it can be read: an empty subject, an unknown key or an odd date leaves its member empty, and never hides the rest.
 */
export function describeCertificate(certificate: X509Certificate): CertificateScan {
  // Undefined or null when the certificate has none, although the types promise a text.
  const [subject, issuer, names] = [certificate.subject, certificate.issuer, certificate.subjectAltName].map((text) => text ?? '') as Texts;
  return {
    subject: oneLine(subject),
    issuer: oneLine(issuer),
    names: names.split(', ', MAX_NAMES).filter(Boolean).map(nameIn),
    validFrom: timeIn(certificate.validFrom),
    validTo: timeIn(certificate.validTo),
    serialNumber: certificate.serialNumber,
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    isSelfSigned: subject === issuer,
    key: readable(() => keyIn(certificate.publicKey)) ?? { type: 'OTHER' },
    signatureHash: readable(() => signatureHash(certificate.raw)),
  };
}

/** Whether the alternative names cover the host. The common name no longer counts, nor does a wildcard inside a label (RFC 9525). */
export function coversHost(certificate: X509Certificate, host: string): boolean {
  return certificate.checkHost(host, { subject: 'never', partialWildcards: false }) !== undefined;
}

/** OpenSSL refuses some keys and encodings when they are read, not when the certificate is parsed. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function oneLine(name: string): string {
  return name.split('\n').reverse().join(', ').slice(0, MAX_TEXT_LENGTH);
}

function nameIn(entry: string): string {
  return entry.replace(/^(?:DNS|IP Address):/, '').slice(0, MAX_TEXT_LENGTH);
}

function timeIn(text: string): string | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function keyIn({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): CertificateScan['key'] {
  switch (asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return { type: 'RSA', bits: asymmetricKeyDetails?.modulusLength };
    case 'dsa':
      return { type: 'DSA', bits: asymmetricKeyDetails?.modulusLength };
    case 'ec':
      return { type: 'EC', curve: asymmetricKeyDetails?.namedCurve };
    case 'ed25519':
      return { type: 'ED25519' };
    case 'ed448':
      return { type: 'ED448' };
    default:
      return { type: 'OTHER' };
  }
}
