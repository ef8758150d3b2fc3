import { X509Certificate, type KeyObject } from 'node:crypto';
import type { DetailedPeerCertificate } from 'node:tls';
import type { CertificateScan } from '../scan';
import { signatureHash } from './signature-hash';

const MAX_CHAIN = 10;
const MAX_NAMES = 200;
const MAX_TEXT_LENGTH = 1024;

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

function describeCertificate(certificate: X509Certificate): CertificateScan {
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    names: (certificate.subjectAltName ?? '').split(', ', MAX_NAMES).filter(Boolean).map(nameIn),
    validFrom: new Date(certificate.validFrom).toISOString(),
    validTo: new Date(certificate.validTo).toISOString(),
    serialNumber: certificate.serialNumber,
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    isSelfSigned: certificate.subject === certificate.issuer,
    key: keyIn(certificate),
    signatureHash: signatureHash(certificate.raw),
  };
}

function oneLine(name: string): string {
  return name.split('\n').reverse().join(', ').slice(0, MAX_TEXT_LENGTH);
}

function nameIn(entry: string): string {
  return entry.replace(/^(?:DNS|IP Address):/, '').slice(0, MAX_TEXT_LENGTH);
}

function keyIn(certificate: X509Certificate): CertificateScan['key'] {
  let key: KeyObject;
  try {
    key = certificate.publicKey;
  } catch {
    return { type: 'OTHER' };
  }
  const details = key.asymmetricKeyDetails;
  switch (key.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return { type: 'RSA', bits: details?.modulusLength };
    case 'ec':
      return { type: 'EC', curve: details?.namedCurve };
    case 'ed25519':
      return { type: 'ED25519' };
    case 'ed448':
      return { type: 'ED448' };
    default:
      return { type: 'OTHER' };
  }
}
