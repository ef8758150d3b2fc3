import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { ConfigurationError } from '#platform/config/env';

const PLAIN = 0;
const AES_256_GCM = 1;
const KEY_ID_BYTES = 8;
const HEADER_BYTES = 1 + KEY_ID_BYTES;
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface EncryptionKey {
  id: Buffer;
  key: Buffer;
}

/**
 * Encrypts secrets before they are stored. An envelope is one byte for the format, eight for the key id, then IV, ciphertext and tag of
 * AES-256-GCM. The purpose is authenticated with it, so an envelope copied to another place does not open there. Without a key, values are
 * stored in plain text under format 0.
 */
export class KeyRing {
  private readonly current: EncryptionKey | undefined;
  private readonly all: readonly EncryptionKey[];

  /** The current key seals; it and the previous ones open. */
  constructor(current: Buffer | undefined, previous: readonly Buffer[] = []) {
    this.current = current && withId(current);
    this.all = [...(this.current ? [this.current] : []), ...previous.map(withId)];
  }

  /** Undefined while values are stored in plain text. */
  get keyId(): string | undefined {
    return this.current?.id.toString('hex');
  }

  seal(value: Buffer, purpose: string): Buffer {
    if (!this.current) return Buffer.concat([Buffer.of(PLAIN), value]);
    const header = Buffer.concat([Buffer.of(AES_256_GCM), this.current.id]);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.key, iv).setAAD(authenticated(header, purpose));
    return Buffer.concat([header, iv, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
  }

  open(sealed: Buffer, purpose: string): Buffer {
    if (sealed[0] === PLAIN) return sealed.subarray(1);
    if (sealed[0] !== AES_256_GCM || sealed.length < HEADER_BYTES + IV_BYTES + TAG_BYTES)
      throw new ConfigurationError(`The stored value of ${purpose} is damaged.`);
    const header = sealed.subarray(0, HEADER_BYTES);
    const id = header.subarray(1);
    const found = this.all.find((key) => key.id.equals(id));
    if (!found) {
      throw new ConfigurationError(
        `The stored value of ${purpose} is encrypted with the key ${id.toString('hex')}, which is neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS.`,
      );
    }
    const iv = sealed.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', found.key, iv, { authTagLength: TAG_BYTES })
      .setAAD(authenticated(header, purpose))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES + IV_BYTES, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new ConfigurationError(`The stored value of ${purpose} is damaged.`);
    }
  }

  /** Whether sealing the value again would change only the IV. */
  isCurrent(sealed: Buffer): boolean {
    if (!this.current) return sealed[0] === PLAIN;
    return sealed[0] === AES_256_GCM && sealed.subarray(1, HEADER_BYTES).equals(this.current.id);
  }
}

function withId(key: Buffer): EncryptionKey {
  return { key, id: createHmac('sha256', key).update('key id').digest().subarray(0, KEY_ID_BYTES) };
}

function authenticated(header: Buffer, purpose: string): Buffer {
  return Buffer.concat([header, Buffer.from(purpose, 'utf8')]);
}
