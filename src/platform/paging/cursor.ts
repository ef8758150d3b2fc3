import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { InvalidArgument } from '#platform/errors/api-error';

export const CURSOR_LIFETIME_MS = 24 * 3_600_000;
const NONCE = 12;
const TAG = 16;

/** What a cursor belongs to: it opens only for the same organization, operation, filters, mode and sort. */
export type CursorBinding = readonly (string | number | undefined)[];

/** The sort keys of the last row of a page, as the database prints them. */
export type Place = readonly string[];

function refuse(reason: string, message: string): never {
  throw new InvalidArgument(message, reason, [{ field: 'cursor', description: message }]);
}

/** Seals a place in a list into an opaque cursor and opens it again. */
export class CursorSealer {
  constructor(
    private readonly key: Buffer,
    private readonly now: () => number = Date.now,
  ) {}

  seal(binding: CursorBinding, place: Place): string {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const content = Buffer.concat([cipher.update(JSON.stringify([this.now(), digest(binding), place])), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
  }

  open(binding: CursorBinding, cursor: string): Place {
    const [issuedAt, bound, place] = this.unseal(cursor);
    if (bound !== digest(binding))
      refuse('CURSOR_MISMATCH', 'The cursor belongs to another list: keep filters, mode and sort as they were, or start anew.');
    if (this.now() - issuedAt > CURSOR_LIFETIME_MS) refuse('CURSOR_EXPIRED', 'The cursor has expired: start anew with an empty cursor.');
    return place;
  }

  private unseal(cursor: string): [number, string, Place] {
    const bytes = /^[A-Za-z0-9_-]+$/.test(cursor) ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0);
    try {
      // The same bytes have one spelling: a cursor with stray bits at its end is not one of ours.
      if (bytes.toString('base64url') !== cursor) throw new Error('not canonical');
      const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, NONCE), { authTagLength: TAG });
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
      return JSON.parse(text) as [number, string, Place];
    } catch {
      return refuse('CURSOR_MALFORMED', 'The cursor is not one that this service issued.');
    }
  }
}

/** A call opens and seals with one and the same binding: it is hashed once. */
const digests = new WeakMap<CursorBinding, string>();

function digest(binding: CursorBinding): string {
  let known = digests.get(binding);
  if (known === undefined) {
    known = createHash('sha256').update(JSON.stringify(binding)).digest('base64url').slice(0, 22);
    digests.set(binding, known);
  }
  return known;
}
