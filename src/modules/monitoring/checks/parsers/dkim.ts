import { createPublicKey } from 'node:crypto';
import { parseTagList } from './tag-list';

export interface DkimRecord {
  /** Bits of an RSA key; undefined for other algorithms and for invalid keys. */
  rsaBits?: number;
  isTest: boolean;
  /** An empty `p=` revokes the key. */
  isRevoked: boolean;
}

const MAX_KEY = 4096;

/** Undefined when the text is not a DKIM record. The version tag is optional, the key is not (RFC 6376 section 3.6.1). */
export function parseDkim(text: string): DkimRecord | undefined {
  const tags = parseTagList(text);
  const key = tags.get('p');
  const version = tags.get('v');
  if (key === undefined || (version !== undefined && version !== 'DKIM1')) return undefined;
  const rsaBits = (tags.get('k') ?? 'rsa').toLowerCase() === 'rsa' ? bitsOf(key.replace(/\s+/g, '')) : undefined;
  return {
    ...(rsaBits !== undefined && { rsaBits }),
    isTest: (tags.get('t') ?? '').split(':').some((flag) => flag.trim().toLowerCase() === 'y'),
    isRevoked: key === '',
  };
}

/** Published as SubjectPublicKeyInfo, or by some providers as a bare PKCS #1 key. */
function bitsOf(base64: string): number | undefined {
  if (base64 === '' || base64.length > MAX_KEY) return undefined;
  const key = Buffer.from(base64, 'base64');
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      return createPublicKey({ key, format: 'der', type }).asymmetricKeyDetails?.modulusLength;
    } catch {
      continue;
    }
  }
  return undefined;
}
