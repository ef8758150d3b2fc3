import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#platform/identity/caller';
import { PlatformSecrets } from '#platform/auth/platform-secrets';
import { Database } from '#platform/database/database';
import { Aborted, InvalidArgument } from '#platform/errors/api-error';
import { FileText } from '#platform/http/file-text';
import { JsonText } from '#platform/http/json-text';
import type { OperationSpec } from './operation';
import { nextTurn } from '#platform/time/next-turn';
import { KeyRing } from '#platform/encryption/key-ring';
import { Logger } from '#platform/logging/logger';

const KEY = /^[\x21-\x7e]{1,255}$/;
/** Longer than any call takes: a claim without an answer by then belongs to a process that died, and the next call takes it over. */
const ABANDONED_AFTER = '15 minutes';
const KEPT_FOR = '24 hours';
/** JSON never starts like this. */
const SEALED = 'sealed:';
const STEP_BYTES = 262_144;

export interface Answer {
  body: unknown;
  replayed: boolean;
}

interface Stored {
  fingerprint: Buffer;
  /** Null while the first call is running. */
  body: string | null;
}

interface Claim {
  caller: Caller;
  operation: string;
  key: string;
  fingerprint: Buffer;
}

/** The claim of this call, unless another call has taken it over. */
const OWN = 'organization_id = $1 AND client_id = $2 AND operation = $3 AND key = $4 AND started_at = $5::timestamptz AND status IS NULL';

/** Makes a write safe to repeat: the same key with the same request replays the first answer. */
@Injectable()
export class Idempotency {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly secrets: PlatformSecrets,
  ) {}

  /** Runs the work once per key. Only successes are stored: after an error, the next call with the key runs again. */
  async run(
    caller: Caller,
    { name: operation, showsSecret }: Pick<OperationSpec, 'name' | 'showsSecret'>,
    key: string,
    input: unknown,
    work: () => Promise<unknown>,
  ): Promise<Answer> {
    if (!KEY.test(key)) {
      const description = 'must be 1 to 255 visible ASCII characters';
      throw new InvalidArgument(`Idempotency-Key ${description}.`, 'IDEMPOTENCY_KEY_MALFORMED', [
        { field: 'Idempotency-Key', description },
      ]);
    }
    const claim: Claim = { caller, operation, key, fingerprint: await fingerprintOf(input) };
    const earlier = await this.claim(claim);
    if ('body' in earlier) return { body: new JsonText(await this.open(claim, earlier.body)), replayed: true };
    const { startedAt } = earlier;
    try {
      const body = await work();
      const text = body instanceof JsonText ? body.text : JSON.stringify(body);
      await this.store(claim, startedAt, showsSecret ? await this.seal(claim, text) : text);
      return { body, replayed: false };
    } catch (error) {
      await this.release(claim, startedAt);
      throw error;
    }
  }

  private async claim({ caller, operation, key, fingerprint }: Claim): Promise<{ body: string } | { startedAt: string }> {
    return this.database.transaction(caller.organizationId, async (tx) => {
      const [claimed] = await tx.query<{ startedAt: string }[]>(
        `INSERT INTO idempotency_key AS k (organization_id, client_id, operation, key, fingerprint, started_at)
         VALUES ($1, $2, $3, $4, $5, now())
         ON CONFLICT (organization_id, client_id, operation, key)
         DO UPDATE SET fingerprint = excluded.fingerprint, started_at = now(), status = NULL, body = NULL
          WHERE k.started_at < now() - interval '${KEPT_FOR}' OR (k.status IS NULL AND k.started_at < now() - interval '${ABANDONED_AFTER}')
         RETURNING started_at::text AS "startedAt"`,
        [caller.organizationId, caller.clientId, operation, key, fingerprint],
      );
      if (claimed) return claimed;
      const [stored] = await tx.query<Stored[]>(
        `SELECT fingerprint, body FROM idempotency_key WHERE organization_id = $1 AND client_id = $2 AND operation = $3 AND key = $4`,
        [caller.organizationId, caller.clientId, operation, key],
      );
      if (!stored) throw new Aborted('The first call with this key is just finishing; try again.', 'IDEMPOTENCY_KEY_IN_USE');
      if (!stored.fingerprint.equals(fingerprint)) {
        throw new InvalidArgument('The Idempotency-Key was used with another request before.', 'IDEMPOTENCY_KEY_REUSED');
      }
      if (stored.body === null) throw new Aborted('The first call with this key is still running; try again.', 'IDEMPOTENCY_KEY_IN_USE');
      return { body: stored.body };
    });
  }

  private async seal(claim: Claim, body: string): Promise<string> {
    return SEALED + (await this.ring()).seal(Buffer.from(body), purposeOf(claim)).toString('base64');
  }

  private async open(claim: Claim, stored: string): Promise<string> {
    if (!stored.startsWith(SEALED)) return stored;
    return (await this.ring()).open(Buffer.from(stored.slice(SEALED.length), 'base64'), purposeOf(claim)).toString();
  }

  private async ring(): Promise<KeyRing> {
    return new KeyRing(await this.secrets.get('idempotency-key'));
  }

  /**
   * Never fails the call, because its effects are committed. If storing fails, the key stays claimed, and a repeat is told to
   * wait rather than run again.
   */
  private async store({ caller, operation, key }: Claim, startedAt: string, body: string): Promise<void> {
    const stored = () =>
      this.database.transaction(caller.organizationId, (tx) =>
        tx.query(`UPDATE idempotency_key SET status = 200, body = $6 WHERE ${OWN}`, [
          ...[caller.organizationId, caller.clientId, operation, key, startedAt],
          body,
        ]),
      );
    await stored()
      .catch(stored)
      .catch((err: unknown) => {
        this.logger.warn({ err, operation }, 'the answer for an idempotency key could not be stored');
      });
  }

  private async release({ caller, operation, key }: Claim, startedAt: string): Promise<void> {
    await this.database
      .transaction(caller.organizationId, (tx) =>
        tx.query(`DELETE FROM idempotency_key WHERE ${OWN}`, [caller.organizationId, caller.clientId, operation, key, startedAt]),
      )
      .catch(() => undefined); // without the database, the claim expires as abandoned
  }
}

function purposeOf({ caller, operation, key }: Claim): string {
  return `answer ${caller.organizationId} ${caller.clientId} ${operation} ${key}`;
}

/** Files are hashed in steps, so that other calls can run in between. */
async function fingerprintOf(input: unknown): Promise<Buffer> {
  const files: FileText[] = [];
  const hash = createHash('sha256').update(canonical(input, files));
  for (const { bytes } of files) {
    for (let at = 0; at < bytes.length; at += STEP_BYTES) {
      await nextTurn();
      hash.update(bytes.subarray(at, at + STEP_BYTES));
    }
  }
  return hash.digest();
}

/** JSON with sorted keys, so that the order of keys does not matter. Files are collected instead. */
function canonical(value: unknown, files: FileText[]): string {
  return JSON.stringify(value ?? null, function (this: Record<string, unknown>, key, inner: unknown) {
    const raw = this[key];
    if (raw instanceof FileText) return { file: files.push(raw), length: raw.length };
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  });
}
