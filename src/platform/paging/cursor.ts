import { createHmac, createSecretKey, hash, timingSafeEqual, type KeyObject } from 'node:crypto';
import { InvalidArgument } from '#platform/errors/api-error';
import { DAY_MS, HOUR_MS } from '#platform/time/durations';

/** Minimum lifetime; up to an hour longer. */
export const CURSOR_LIFETIME_MS = DAY_MS;
/** Characters of a SHA-256 in base64url. */
const SEAL = 43;

/** The list that a cursor belongs to: it is valid only for the same organization, operation, filters, mode and sort. */
export type CursorBinding = readonly (string | number | undefined)[];

/** The sort keys of the last row of a page, as the database prints them. */
export type Place = readonly string[];

/** How long a cursor is valid, and the error after that. */
export interface CursorLifetime {
  lifetimeMs: number;
  expired: () => Error;
}

const ONE_DAY: CursorLifetime = {
  lifetimeMs: CURSOR_LIFETIME_MS,
  expired: () => refusal('CURSOR_EXPIRED', 'The cursor has expired: start again with an empty cursor.'),
};

function refusal(reason: string, message: string): InvalidArgument {
  return new InvalidArgument(message, reason, [{ field: 'cursor', description: message }]);
}

function refuse(reason: string, message: string): never {
  throw refusal(reason, message);
}

/**
 * Encodes a position in a list as an opaque, signed cursor and decodes it. It is not encrypted: the caller has just seen the
 * values, and encryption would cost time on every page.
 */
export class CursorSealer {
  private readonly key: KeyObject;

  constructor(
    key: Buffer,
    private readonly now: () => number = Date.now,
  ) {
    this.key = createSecretKey(key);
  }

  seal(binding: CursorBinding, place: Place): string {
    // Rounded to the hour, so that the same page has the same cursor and therefore the same ETag.
    const issuedAt = Math.ceil(this.now() / HOUR_MS) * HOUR_MS;
    const content = Buffer.from(JSON.stringify([issuedAt, digest(binding), place])).toString('base64url');
    return content + this.sign(content);
  }

  open(binding: CursorBinding, cursor: string, { lifetimeMs, expired } = ONE_DAY): Place {
    const [issuedAt, bound, place] = this.unseal(cursor);
    if (bound !== digest(binding))
      refuse(
        'CURSOR_MISMATCH',
        'The cursor belongs to another list: keep filters, mode and sort unchanged, or start again without a cursor.',
      );
    if (this.now() - issuedAt > lifetimeMs) throw expired();
    return place;
  }

  private unseal(cursor: string): [number, string, Place] {
    const content = cursor.slice(0, -SEAL);
    const seal = Buffer.from(cursor.slice(-SEAL));
    const own = Buffer.from(this.sign(content));
    if (content === '' || seal.length !== own.length || !timingSafeEqual(seal, own))
      refuse('CURSOR_MALFORMED', 'The cursor was not issued by this service, or was altered.');
    return JSON.parse(Buffer.from(content, 'base64url').toString('utf8')) as [number, string, Place];
  }

  private sign(content: string): string {
    return createHmac('sha256', this.key).update(content).digest('base64url');
  }
}

/** Cache: a call decodes and encodes with the same binding. */
const digests = new WeakMap<CursorBinding, string>();

function digest(binding: CursorBinding): string {
  let known = digests.get(binding);
  if (known === undefined) {
    known = hash('sha256', JSON.stringify(binding), 'base64url').slice(0, 22);
    digests.set(binding, known);
  }
  return known;
}
