import { Injectable } from '@nestjs/common';
import type { JWK } from 'jose';
import type { AuditCall } from '#platform/audit/audit-call';
import { changesBetween } from '#platform/audit/audit-changes';
import { recordAudit } from '#platform/audit/record-audit';
import { Database, PLATFORM, type Statements } from '#platform/database/database';
import { KeyRing } from '#platform/encryption/key-ring';
import { SealedValuesRegistry } from '#platform/encryption/sealed-values';
import { KeyStore } from './key-store';
import { materialName } from './signing-keys';

const UNMOVED_SECRETS = `SELECT name, value FROM platform_secret WHERE value <> '' FOR UPDATE`;
const UNMOVED_KEYS = `SELECT kid, private_jwk AS key FROM signing_key WHERE private_jwk <> '{}' FOR UPDATE`;
const COUNT_UNMOVED = `
  SELECT (SELECT count(*) FROM platform_secret WHERE value <> '')::int + (SELECT count(*) FROM signing_key WHERE private_jwk <> '{}')::int AS count`;

export interface Rewrapped {
  moved: number;
  /** By kind. */
  rewrapped: Record<string, number>;
  encryptionKey: string;
}

/** Seals every stored secret with the current encryption key. */
@Injectable()
export class KeyRewrap {
  constructor(
    private readonly database: Database,
    private readonly ring: KeyRing,
    private readonly store: KeyStore,
    private readonly sealed: SealedValuesRegistry,
  ) {}

  /**
   * Moves the secrets that release 1.0.0 stored in plain text, then seals everything again. After that, processes of that release cannot
   * issue tokens.
   */
  async run(by: AuditCall): Promise<Rewrapped> {
    const encryptionKey = this.ring.keyId ?? 'none: stored in plain';
    return this.database.transaction(PLATFORM, async (tx) => {
      const moved = await this.move(tx);
      const rewrapped: Record<string, number> = {};
      for (const values of this.sealed.all) rewrapped[values.name] = await values.rewrap(tx);
      const changes = changesBetween(undefined, { moved, ...rewrapped });
      if (changes.some(({ after }) => after !== '0')) {
        await recordAudit(tx, by, { targets: [{ type: 'encryptionKey', id: encryptionKey }], changes });
      }
      return { moved, rewrapped, encryptionKey };
    });
  }

  /** Warnings for the operator about how keys are stored; empty when all are sealed. */
  async warning(): Promise<string | undefined> {
    const outdated = await this.store.countOutdated();
    if (this.ring.keyId === undefined) {
      return 'ENCRYPTION_KEY is not set: signing keys and secrets are stored unencrypted. Set it and run "keys rewrap".';
    }
    const [unmoved] = await this.database.reserved.read<{ count: number }>(PLATFORM, COUNT_UNMOVED);
    return outdated > 0 || (unmoved?.count ?? 0) > 0
      ? 'Some keys are not stored under the current ENCRYPTION_KEY: run "keys rewrap" once no older version is serving.'
      : undefined;
  }

  private async move(tx: Statements): Promise<number> {
    const secrets = (await tx.query(UNMOVED_SECRETS)) as { name: string; value: Buffer }[];
    const keys = (await tx.query(UNMOVED_KEYS)) as { kid: string; key: JWK }[];
    for (const { name, value } of secrets) await this.store.add(tx, name, value);
    for (const { kid, key } of keys) await this.store.add(tx, materialName(kid), Buffer.from(JSON.stringify(key)));
    if (secrets.length > 0) await tx.query(`UPDATE platform_secret SET value = ''`);
    if (keys.length > 0) await tx.query(`UPDATE signing_key SET private_jwk = '{}'`);
    return secrets.length + keys.length;
  }
}
