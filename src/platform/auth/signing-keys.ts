import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { Env } from '#platform/config/env';
import { Database, PLATFORM } from '#platform/database/database';
import { PlatformState } from '#platform/database/platform-state';

/** Long enough for every process and every JWKS reader that polls to learn of a key before it signs. */
const OVERLAP_SECONDS = 10;
const SKEW_SECONDS = 60;

interface KeyRow {
  kid: string;
  privateJwk: JWK;
  publicJwk: JWK;
  signsFrom: Date;
}

interface Keys {
  signing: { kid: string; key: KeyObject };
  verifying: Map<string, KeyObject>;
  published: JWK[];
  /** When the next published key starts to sign; then the keys are read again. */
  until: number;
}

/** The ES256 keys that sign access tokens. They live in the database, so all processes share them. */
@Injectable()
export class SigningKeys {
  private keys: Promise<Keys> | undefined;

  constructor(
    private readonly database: Database,
    private readonly env: Env,
    state: PlatformState,
  ) {
    state.onChange(() => {
      this.keys = undefined;
    });
  }

  async signing(): Promise<{ kid: string; key: KeyObject }> {
    return (await this.load()).signing;
  }

  async verifying(kid: string): Promise<KeyObject | undefined> {
    return (await this.load()).verifying.get(kid);
  }

  async published(): Promise<JWK[]> {
    return (await this.load()).published;
  }

  /** A new key is published at once, signs a little later, and the older ones stay until their last token has expired. */
  async rotate(overlapSeconds = OVERLAP_SECONDS): Promise<{ kid: string; signsFrom: string }> {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const publicJwk: JWK = { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig' };
    const kid = await calculateJwkThumbprint(publicJwk);
    const [row] = await this.database.transaction(PLATFORM, async (tx) => {
      const lifetime = overlapSeconds + this.env.TOKEN_TTL_SECONDS + SKEW_SECONDS;
      await tx.query(`UPDATE signing_key SET expires_at = now() + make_interval(secs => $1) WHERE expires_at IS NULL`, [lifetime]);
      await tx.query(`DELETE FROM signing_key WHERE expires_at < now()`);
      return tx.query<{ signsFrom: Date }[]>(
        `INSERT INTO signing_key (kid, private_jwk, public_jwk, signs_from) VALUES ($1, $2, $3, now() + make_interval(secs => $4)) RETURNING signs_from AS "signsFrom"`,
        [kid, await exportJWK(privateKey), { ...publicJwk, kid }, overlapSeconds],
      );
    });
    this.keys = undefined;
    return { kid, signsFrom: (row as { signsFrom: Date }).signsFrom.toISOString() };
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

  /** When many calls find the keys outdated or unreadable, only one read follows. */
  private drop(reading: Promise<Keys>): void {
    if (this.keys === reading) this.keys = undefined;
  }

  private async read(): Promise<Keys> {
    const rows = await this.database.facts.read<KeyRow>(
      PLATFORM,
      `SELECT kid, private_jwk AS "privateJwk", public_jwk AS "publicJwk", signs_from AS "signsFrom"
         FROM signing_key WHERE expires_at IS NULL OR expires_at > now() ORDER BY signs_from DESC`,
    );
    const now = Date.now();
    const signing = rows.find((row) => row.signsFrom.getTime() <= now) ?? rows.at(-1);
    if (!signing) {
      await this.rotate(0);
      return this.read();
    }
    const next = rows.filter((row) => row.signsFrom.getTime() > now).map((row) => row.signsFrom.getTime());
    return {
      signing: { kid: signing.kid, key: createPrivateKey({ key: signing.privateJwk as never, format: 'jwk' }) },
      verifying: new Map(rows.map((row) => [row.kid, createPublicKey({ key: row.publicJwk as never, format: 'jwk' })])),
      published: rows.map((row) => row.publicJwk),
      until: Math.min(now + 60_000, ...next),
    };
  }
}
