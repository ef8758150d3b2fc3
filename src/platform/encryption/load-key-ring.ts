import type { Env } from '#platform/config/env';
import { KeyRing } from './key-ring';

const HEX_LENGTH = 64;

/** The keys from the settings. The first one is the current key; further ones are previous keys. */
export function loadKeyRing({ encryptionKeys, ENCRYPTION_KEY_PREVIOUS }: Env): KeyRing {
  const [current, ...previous] = [...encryptionKeys, ...ENCRYPTION_KEY_PREVIOUS].map(toBytes);
  return encryptionKeys.length === 0 ? new KeyRing(undefined, current ? [current, ...previous] : []) : new KeyRing(current, previous);
}

function toBytes(key: string): Buffer {
  return Buffer.from(key, key.length === HEX_LENGTH ? 'hex' : 'base64');
}
