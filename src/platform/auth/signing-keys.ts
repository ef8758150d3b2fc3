import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { Env } from '#platform/config/env';
import { byOperator, bySystem, type AuditCall } from '#platform/audit/audit-call';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM, type Statements } from '#platform/database/database';
import { PlatformState } from '#platform/database/platform-state';
import { NotFound } from '#platform/errors/api-error';
import { KeyStore } from './key-store';

/** Long enough for every process and every polling JWKS reader to learn of a key before it signs. */
const OVERLAP_SECONDS = 10;
const SKEW_SECONDS = 60;
const MAX_AGE_MS = 60_000;
/** An unknown key id may belong to a key that another process has just created. This limits the reads that made-up key ids cause. */
const REREAD_MS = 250;

interface KeyRow {
  kid: string;
  publicJwk: JWK;
  signsFrom: Date;
}

interface Keys {
  signing: string;
  verifying: Map<string, KeyObject>;
  published: JWK[];
  readAt: number;
  /** When the next published key starts to sign; then the keys are read again. */
  until: number;
}

/**
 * The ES256 keys that sign access tokens. They are in the database, so all processes share them; their private halves are in the KeyStore.
 */
@Injectable()
export class SigningKeys {
  private keys: Promise<Keys> | undefined;
  private signer: { kid: string; key: Promise<KeyObject> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly env: Env,
    private readonly store: KeyStore,
    private readonly state: PlatformState,
  ) {
    state.onChange(() => {
      this.keys = undefined;
    });
  }

  async signing(): Promise<{ kid: string; key: KeyObject }> {
    const { signing: kid } = await this.load();
    if (this.signer?.kid !== kid) this.signer = { kid, key: this.readPrivate(kid) };
    const { signer } = this;
    signer.key.catch(() => {
      if (this.signer === signer) this.signer = undefined;
    });
    return { kid, key: await signer.key };
  }

  async verifying(kid: string): Promise<KeyObject | undefined> {
    const reading = this.load();
    const { verifying, readAt } = await reading;
    const found = verifying.get(kid);
    if (found || Date.now() - readAt < REREAD_MS) return found;
    this.keys = undefined;
    return (await this.load()).verifying.get(kid);
  }

  async published(): Promise<JWK[]> {
    return (await this.load()).published;
  }

  /** Publishes a new key at once. It signs a little later, and the older keys stay until their last token has expired. */
  async rotate(overlapSeconds = OVERLAP_SECONDS, by: AuditCall = byOperator('keys rotate')): Promise<{ kid: string; signsFrom: string }> {
    const made = await this.database.transaction(PLATFORM, async (tx) => {
      const key = await this.make(tx, overlapSeconds);
      await recordAudit(tx, by, { targets: [{ type: 'signingKey', id: key.kid }] });
      return key;
    });
    this.keys = undefined;
    return made;
  }

  /** Revokes a key at once, with every token it signed. If it was the signing key, a new one replaces it without an overlap. */
  async revoke(kid: string): Promise<{ kid: string; replacedBy?: string }> {
    const replacedBy = await this.database.transaction(PLATFORM, async (tx) => {
      const [rows] = await tx.query<[{ kid: string }[], number]>(`DELETE FROM signing_key WHERE kid = $1 RETURNING kid`, [kid]);
      if (rows.length === 0) throw new NotFound('signing key', kid);
      await this.store.remove(tx, [materialName(kid)]);
      await recordAudit(tx, byOperator('keys revoke'), { targets: [{ type: 'signingKey', id: kid }] });
      const left = await tx.query<unknown[]>(`SELECT 1 FROM signing_key WHERE expires_at IS NULL AND signs_from <= now()`);
      return left.length > 0 ? undefined : (await this.make(tx, 0)).kid;
    });
    await this.state.refresh();
    return { kid, ...(replacedBy !== undefined && { replacedBy }) };
  }

  private async make(tx: Statements, overlapSeconds: number): Promise<{ kid: string; signsFrom: string }> {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const publicJwk: JWK = { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig' };
    const privateJwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(publicJwk);
    const lifetime = overlapSeconds + this.env.TOKEN_TTL_SECONDS + SKEW_SECONDS;
    await tx.query(`UPDATE signing_key SET expires_at = now() + make_interval(secs => $1) WHERE expires_at IS NULL`, [lifetime]);
    const [expired] = (await tx.query(`DELETE FROM signing_key WHERE expires_at < now() RETURNING kid`)) as [{ kid: string }[], number];
    const names = expired.map((row) => materialName(row.kid));
    await this.store.remove(tx, names);
    const [row] = (await tx.query(
      `INSERT INTO signing_key (kid, public_jwk, signs_from) VALUES ($1, $2, now() + make_interval(secs => $3)) RETURNING signs_from AS "signsFrom"`,
      [kid, { ...publicJwk, kid }, overlapSeconds],
    )) as [{ signsFrom: Date }];
    await this.store.add(tx, materialName(kid), Buffer.from(JSON.stringify(privateJwk)));
    return { kid, signsFrom: row.signsFrom.toISOString() };
  }

  private async readPrivate(kid: string): Promise<KeyObject> {
    const stored = await this.store.find(materialName(kid));
    if (!stored) throw new Error(`The private half of the signing key ${kid} is missing.`);
    return createPrivateKey({ key: JSON.parse(stored.toString('utf8')) as never, format: 'jwk' });
  }

  private async load(): Promise<Keys> {
    for (;;) {
      const reading = (this.keys ??= this.read());
      try {
        const keys = await reading;
        if (Date.now() < keys.until) return keys;
        this.drop(reading);
      } catch (error) {
        this.drop(reading);
        throw error;
      }
    }
  }

  /** When many calls find the keys outdated or unreadable, they share one read. */
  private drop(reading: Promise<Keys>): void {
    if (this.keys === reading) this.keys = undefined;
  }

  private async read(): Promise<Keys> {
    const rows = await this.database.reserved.read<KeyRow>(
      PLATFORM,
      `SELECT kid, public_jwk AS "publicJwk", signs_from AS "signsFrom"
         FROM signing_key WHERE expires_at IS NULL OR expires_at > now() ORDER BY signs_from DESC`,
    );
    const now = Date.now();
    const signing = rows.find((row) => row.signsFrom.getTime() <= now) ?? rows.at(-1);
    if (!signing) {
      await this.rotate(0, bySystem('keys rotate'));
      return this.read();
    }
    const next = rows.filter((row) => row.signsFrom.getTime() > now).map((row) => row.signsFrom.getTime());
    return {
      signing: signing.kid,
      verifying: new Map(rows.map((row) => [row.kid, createPublicKey({ key: row.publicJwk as never, format: 'jwk' })])),
      published: rows.map((row) => row.publicJwk),
      readAt: now,
      until: Math.min(now + MAX_AGE_MS, ...next),
    };
  }
}

/** Name of a key's private half in the KeyStore. */
export function materialName(kid: string): string {
  return `signing-key ${kid}`;
}
