import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#platform/auth/caller';
import { Database } from '#platform/database/database';
import { Aborted, ApiError, InvalidArgument } from '#platform/errors/api-error';
import { errorBody, readdress, type ErrorBody } from '#platform/errors/error-body';
import { JsonText } from '#platform/http/json-text';

const KEY = /^[\x21-\x7e]{1,255}$/;
/** A call that died with its process is taken over after this. */
const ABANDONED_AFTER = '2 minutes';
const KEPT_FOR = '24 hours';

export interface Answer {
  status: number;
  body: unknown;
  replayed: boolean;
}

interface Kept {
  fingerprint: Buffer;
  status: number | null;
  body: string | null;
}

/** Makes a write safe to send twice: the same key with the same request gets the first answer again. */
@Injectable()
export class Idempotency {
  constructor(private readonly database: Database) {}

  /** Runs work once per key. Failures of ours (5xx) are not kept: the next try runs again. */
  async run(
    caller: Caller,
    operation: string,
    key: string,
    input: unknown,
    requestId: string,
    work: () => Promise<unknown>,
  ): Promise<Answer> {
    if (!KEY.test(key)) {
      const description = 'must be 1 to 255 visible ASCII characters';
      throw new InvalidArgument(`Idempotency-Key ${description}.`, 'IDEMPOTENCY_KEY_MALFORMED', [
        { field: 'Idempotency-Key', description },
      ]);
    }
    const fingerprint = createHash('sha256').update(canonical(input)).digest();
    const earlier = await this.claim(caller, operation, key, fingerprint, requestId);
    if (earlier) return earlier;
    try {
      const body = await work();
      await this.keep(caller, operation, key, 200, body instanceof JsonText ? body.text : JSON.stringify(body));
      return { status: 200, body, replayed: false };
    } catch (error) {
      if (error instanceof ApiError && error.httpStatus < 500 && error.code !== 'ABORTED' && error.httpStatus !== 400) {
        const body = errorBody(error, requestId);
        await this.keep(caller, operation, key, error.httpStatus, JSON.stringify(body));
      } else {
        await this.release(caller, operation, key);
      }
      throw error;
    }
  }

  private async claim(caller: Caller, operation: string, key: string, fingerprint: Buffer, requestId: string): Promise<Answer | undefined> {
    return this.database.transaction(caller.organizationId, async (tx) => {
      const [claimed] = await tx.query<unknown[]>(
        `INSERT INTO idempotency_key AS k (organization_id, client_id, operation, key, fingerprint, started_at)
         VALUES ($1, $2, $3, $4, $5, now())
         ON CONFLICT (organization_id, client_id, operation, key)
         DO UPDATE SET fingerprint = excluded.fingerprint, started_at = now(), status = NULL, body = NULL
          WHERE k.started_at < now() - interval '${KEPT_FOR}' OR (k.status IS NULL AND k.started_at < now() - interval '${ABANDONED_AFTER}')
         RETURNING 1`,
        [caller.organizationId, caller.clientId, operation, key, fingerprint],
      );
      if (claimed) return undefined;
      const [kept] = await tx.query<Kept[]>(
        `SELECT fingerprint, status, body FROM idempotency_key WHERE organization_id = $1 AND client_id = $2 AND operation = $3 AND key = $4`,
        [caller.organizationId, caller.clientId, operation, key],
      );
      if (!kept) throw new Aborted('The first call with this key is ending just now; try again.', 'IDEMPOTENCY_KEY_IN_USE');
      if (!kept.fingerprint.equals(fingerprint)) {
        throw new InvalidArgument('The Idempotency-Key was used with another request before.', 'IDEMPOTENCY_KEY_REUSED');
      }
      if (kept.status === null) throw new Aborted('The first call with this key is still running; try again.', 'IDEMPOTENCY_KEY_IN_USE');
      const text = kept.body ?? '{}';
      const body = kept.status < 400 ? new JsonText(text) : readdress(JSON.parse(text) as ErrorBody, requestId);
      return { status: kept.status, body, replayed: true };
    });
  }

  private async keep(caller: Caller, operation: string, key: string, status: number, body: string): Promise<void> {
    await this.database.transaction(caller.organizationId, (tx) =>
      tx.query(
        `UPDATE idempotency_key SET status = $5, body = $6 WHERE organization_id = $1 AND client_id = $2 AND operation = $3 AND key = $4`,
        [caller.organizationId, caller.clientId, operation, key, status, body],
      ),
    );
  }

  private async release(caller: Caller, operation: string, key: string): Promise<void> {
    await this.database
      .transaction(caller.organizationId, (tx) =>
        tx.query(
          `DELETE FROM idempotency_key WHERE organization_id = $1 AND client_id = $2 AND operation = $3 AND key = $4 AND status IS NULL`,
          [caller.organizationId, caller.clientId, operation, key],
        ),
      )
      .catch(() => undefined); // the database is away: the claim counts as abandoned after a while
  }
}

/** JSON with sorted keys: the same request in another order is the same request. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
